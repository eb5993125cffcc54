/** Budget of a decision for which no viewer waits. */
const MAX_BUDGET_MS = 3000

/** Time budget of ad servers: until the breaks are needed, but at least as long as the channel allows while viewers wait.
 * @param leadMs time until the breaks are needed */
export function budgetMs(adServerTimeoutMs: number, leadMs: number): number {
  return Math.max(adServerTimeoutMs, Math.min(leadMs, MAX_BUDGET_MS))
}
