import type { Task } from './workers.ts'

/** Runs a task in this thread. */
export async function runTask<I, O>({ module, name }: Task<I, O>, input: I): Promise<O> {
  const functions: Readonly<Record<string, (input: I) => O>> = await import(module)
  const run = functions[name]
  if (run === undefined) throw new Error(`${module} has no task ${name}`)
  return run(input)
}
