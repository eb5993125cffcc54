import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Books } from './books.ts'
import type { FakeStripe } from './fake-stripe.ts'
import type { Payer } from './stripe-payer.ts'

const program = join(import.meta.dirname, '../../areas/billing/fixtures/payer.ts')

/** Lets a process pay, and kills it each time after the processor has charged a payment, before the process gets the answer. Between
 * two kills some payments end. @returns IDs of the payments that the processes reported as paid */
export async function payWithKills(
  books: Pick<Books, 'url'>,
  fake: FakeStripe,
  { organizationId }: Payer,
  kills: number,
): Promise<Set<string>> {
  const reported = new Set<string>()
  for (let kill = 0; kill < kills; kill++) {
    const child = spawn(process.execPath, [program, books.url, fake.url, organizationId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      // The last line of a killed process may be cut.
      if (!line.endsWith('}')) return
      const { id, state } = JSON.parse(line) as { readonly id: string; readonly state: string }
      if (state === 'succeeded') reported.add(id)
    })
    await killAfterCharge(fake, child, kill % 3)
  }
  fake.onConfirmed = () => undefined
  return reported
}

async function killAfterCharge(fake: FakeStripe, child: ChildProcess, paidBefore: number): Promise<void> {
  const ended = once(child, 'close')
  let left = paidBefore
  fake.onConfirmed = async () => {
    left -= 1
    if (left >= 0) return
    child.kill('SIGKILL')
    await ended
  }
  await ended
}
