// Slow: a thousand payments whose process is killed.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seededRandom } from '../../testing/attacks/seeded-random.ts'
import { type Books, openBooks } from '../../testing/billing/books.ts'
import { checkPayments } from '../../testing/billing/check-payments.ts'
import { type FakeStripe, openFakeStripe } from '../../testing/billing/fake-stripe.ts'
import { payWithKills } from '../../testing/billing/pay-with-kills.ts'
import { handleEvent, newPayer, type Payer, paymentsWith } from '../../testing/billing/stripe-payer.ts'
import { patient } from '../../testing/machine/patience.ts'
import { pollPayments } from './payments/poll.ts'

const FAULTS = 200
/** Each kill interrupts some payments that the processor has charged. */
const KILLS = 40
const AT_ONCE = 25

let books: Books
let fake: FakeStripe
beforeAll(async () => {
  books = await openBooks(new Date().toISOString())
  fake = await openFakeStripe(books.clock)
})
afterAll(async () => {
  await fake.end()
  await books.end()
})

it(
  'moves exactly the money that was charged, with 1,000 payments killed between confirmation and answer',
  async () => {
    const payments = paymentsWith(books, fake, { timeoutMs: 2000, retries: 1 })
    const hasty = paymentsWith(books, fake, { timeoutMs: 60, retries: 0 })
    const random = seededRandom(11)
    const payers: Payer[] = []
    for (let n = 0; n < 5; n++) payers.push(await newPayer(books, hasty, fake))
    let faults = 0
    while (faults < FAULTS) {
      const payer = payers[random(payers.length)]
      const fault = (['hang', 'reset', 'lost'] as const)[random(3)]
      // The SDK repeats a closed connection once.
      const given = fault === undefined ? [] : fault === 'hang' ? [fault] : [fault, fault]
      fake.faults.push(...given)
      await payer?.pay(1_000_000 * (1 + random(50)))
      expect(fake.faults).toEqual([])
      faults += 1
      const events = fake.takeEvents()
      const sent = [[], events, [...events, ...events], events.toReversed()][random(4)] ?? []
      for (const event of sent) await handleEvent(payments, event)
      if (random(40) === 0) {
        const [intent] = [...fake.intents.values()].filter(
          ({ status, refunded, amount }) => status === 'succeeded' && refunded < amount,
        )
        if (intent) fake.refund(intent.id, 1)
        for (const event of fake.takeEvents()) await handleEvent(payments, event)
      }
      if (random(50) === 0) await pollPayments(payments)
    }
    const [first] = payers
    if (first === undefined) throw new Error('there is no payer')
    const { interrupted } = await payWithKills(books, fake, first, { kills: KILLS, atOnce: AT_ONCE })
    await checkPayments(books, payments, fake, payers)
    expect(interrupted).toBeGreaterThanOrEqual(1000)
  },
  patient(1_200_000),
)
