/** Of a decision that nobody waits for. */
const MAX_BUDGET_MS = 3000

/** How long ad servers are asked about breaks: until these are needed, or if viewers wait for them already, as long as the
 * channel allows. @param leadMs time before they are needed */
export function budgetMs(adServerTimeoutMs: number, leadMs: number): number {
  return Math.max(adServerTimeoutMs, Math.min(leadMs, MAX_BUDGET_MS))
}
