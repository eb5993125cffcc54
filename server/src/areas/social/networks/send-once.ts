import type { StepContext } from './driver.ts'
import { NetworkFailure, QuotaUsed, Refused } from './failures.ts'

/** Sends a request that publishes, to a network that cannot be asked about it afterwards. A run that finds the step of the request
 * must not send it again.
 * @param steps those before the request, and while its answer is open */
export async function sendOnce<Step, Answer>(
  context: StepContext<Step>,
  steps: { readonly before: Step; readonly open: Step },
  send: () => Promise<Answer>,
): Promise<Answer> {
  await context.save(steps.open)
  try {
    return await send()
  } catch (error) {
    // The network has certainly not taken it, so it can be sent again.
    if (isUntaken(error)) await context.save(steps.before)
    throw error
  }
}

function isUntaken(error: unknown): boolean {
  return (
    error instanceof Refused ||
    error instanceof QuotaUsed ||
    (error instanceof NetworkFailure && error.isUnhandled)
  )
}
