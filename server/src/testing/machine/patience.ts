/** How much slower this machine is than a quiet one with two cores: 1 or more. `npm test` measures it. */
const patience = Number(process.env.KINORA_TEST_PATIENCE ?? 1)

/** A time limit in ms, longer on a slow machine. */
export function patient(ms: number): number {
  return ms * patience
}
