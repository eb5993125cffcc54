import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Books } from './books.ts'
import type { FakeStripe } from './fake-stripe.ts'
import type { Payer } from './stripe-payer.ts'

const program = join(import.meta.dirname, '../../areas/billing/fixtures/payer.ts')

interface Kills {
  /** Number of processes that are killed. */
  readonly kills: number
  /** Payments of a process that wait for their answer when it is killed. */
  readonly atOnce: number
}

/** Lets a process pay, and kills it each time after the processor has charged payments, before the process gets the answers. Between
 * two kills some payments end. @returns IDs of the payments that the processes reported as paid, and the number of those that a kill
 * interrupted between confirmation and answer */
export async function payWithKills(
  books: Pick<Books, 'url'>,
  fake: FakeStripe,
  { organizationId }: Payer,
  { kills, atOnce }: Kills,
): Promise<{ readonly reported: ReadonlySet<string>; readonly interrupted: number }> {
  const reported = new Set<string>()
  let interrupted = 0
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [program, books.url, fake.url, organizationId, String(atOnce)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The last line of a killed process may be cut.
      if (!line.endsWith('}')) return
      const { id, state } = JSON.parse(line) as { readonly id: string; readonly state: string }
      if (state === 'succeeded') reported.add(id)
    })
    interrupted += await killAfterCharges(fake, child, kill % 3, atOnce)
  }
  fake.onConfirmed = () => undefined
  return { reported, interrupted }
}

/** @returns the number of payments that were charged and got no answer */
async function killAfterCharges(
  fake: FakeStripe,
  child: ChildProcess,
  paidBefore: number,
  atOnce: number,
): Promise<number> {
  const ended = once(child, 'close')
  let left = paidBefore
  let waiting = 0
  fake.onConfirmed = async () => {
    left -= 1
    if (left >= 0) return
    waiting += 1
    if (waiting === atOnce) child.kill('SIGKILL')
    await ended
  }
  await ended
  return waiting
}
