/** The platform's mark: a shield that holds an open book. */
export function Emblem({ size = 32 }: { readonly size?: number }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="none">
      <path
        d="M16 1.5 28.500 6v9.500c0 7-5 12.200-12.500 15C8.500 27.700 3.500 22.500 3.500 15.500V6z"
        stroke="#e6c45c"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path
        d="M16 11c-2-1.300-4.400-1.900-7-1.900v10.300c2.600 0 5 .6 7 1.900 2-1.300 4.400-1.900 7-1.900V9.100c-2.600 0-5 .6-7 1.900zM16 11v10.300"
        stroke="#ffffff"
        strokeWidth="1.600"
        strokeLinejoin="round"
      />
    </svg>
  );
}
