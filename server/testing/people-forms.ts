import { student } from '#contract/entities/people.ts';
import type { Item } from '#contract/item.ts';
import type { Draft } from './drafts.ts';
import type { Caller } from './server.ts';

/** The body that the student dialog sends after changes to some fields. */
export async function studentForm(caller: Caller, id: number, changed: Draft = {}): Promise<Draft> {
  const item = (await caller.get(`students/${id}`)).json<Item>();
  return { ...Object.fromEntries(Object.keys(student.fields).map((name) => [name, item[name]])), ...changed };
}

/** Changes fields of a student like the dialog does. */
export const editStudent = async (caller: Caller, id: number, changed: Draft) =>
  caller.put(`students/${id}`, await studentForm(caller, id, changed));
