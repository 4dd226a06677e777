import postgres from 'postgres';

type Client = postgres.Sql;
type Types = Record<string, postgres.PostgresType>;
type Options = postgres.Options<Types>;

/**
 * A client of the database that outlives lost connections. After a loss the driver (3.4.9) can keep a connection that never
 * writes again, and can forget a query that came between the error and the end of its socket. So a client that lost a
 * connection is replaced by a fresh one at once, and destroyed: whatever still waits in it is refused, nothing hangs.
 */
export function lastingClient(url: string, options: Options): Client {
  let ended = false;
  const lasting: Options = {
    // Every end of a connection is a loss: none ends because of its age.
    max_lifetime: null,
    connect_timeout: 5,
    // A database that comes back is found within this many seconds.
    backoff: () => 0.2,
    ...options,
  };
  const open = (): Client => {
    const client: Client = postgres(url, {
      ...lasting,
      onclose: () => {
        if (client !== current || ended) return;
        current = open();
        void client.end({ timeout: 0 });
      },
    }) as unknown as Client;
    return client;
  };
  let current = open();
  // Listening has a connection of its own, which the driver renews by listening again.
  let listener: Client | undefined;

  const own: Partial<Client> = {
    listen: (...heard) => {
      listener ??= postgres(url, { ...lasting, max: 1 }) as unknown as Client;
      return listener.listen(...heard);
    },
    end: async (how) => {
      ended = true;
      await Promise.all([current.end(how), listener?.end(how)]);
    },
  };
  return new Proxy((() => {}) as unknown as Client, {
    apply: (_target, _self, args) => Reflect.apply(current, undefined, args),
    get: (_target, name) => Reflect.get(own, name) ?? Reflect.get(current, name),
  });
}
