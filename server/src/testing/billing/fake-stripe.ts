import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from '../../platform/clock.ts'

/** A fault of a confirmation. `hang` and `reset`: it charges, and its answer is lost. `lost`: the request is lost, and nothing is
 * charged. */
export type Fault = 'hang' | 'reset' | 'lost'

/** Cards that Stripe.js would have confirmed. */
export type FakeCard = 'good' | 'declined' | 'no funds' | 'asks bank' | 'slow'

interface Intent {
  readonly id: string
  amount: number
  currency: string
  customer: string
  readonly card: FakeCard
  readonly methodId: string
  readonly metadata: Readonly<Record<string, string>>
  status:
    | 'requires_confirmation'
    | 'requires_action'
    | 'requires_payment_method'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  fault: { readonly code: string; readonly decline_code?: string } | null
  refunded: number
  disputes: { readonly id: string; readonly amount: number; status: string }[]
}

export interface FakeEvent {
  readonly id: string
  readonly body: string
  readonly signature: string
}

export interface FakeStripe {
  readonly url: string
  readonly webhookSecret: string
  readonly intents: ReadonlyMap<string, Intent>
  /** Faults of the next confirmations and refunds, in order. */
  readonly faults: Fault[]
  /** Keys of requests that changed something, in order. */
  readonly keys: readonly string[]
  /** Bodies of all requests. */
  readonly requests: readonly string[]
  /** Called when a confirmation has charged, before its answer. */
  onConfirmed: (intent: Intent) => Promise<void> | void
  /** Confirms a setup with a card, as Stripe.js does. */
  confirmSetup(setupId: string, card: FakeCard): void
  /** Answers the bank for a payment, as the payer does. */
  answerBank(intentId: string, isConfirmed: boolean): void
  /** Ends a slow payment. */
  settle(intentId: string, isPaid: boolean): void
  /** Changes what was charged, as no processor should. */
  alter(intentId: string, change: Partial<Pick<Intent, 'amount' | 'currency' | 'customer'>>): void
  refund(intentId: string, amount: number): void
  /** The bank of the payer did not take a refund. */
  failRefunds(intentId: string): void
  dispute(intentId: string, amount: number, status?: string): void
  endDispute(intentId: string, status: 'won' | 'lost'): void
  /** Events since the last call, oldest first. */
  takeEvents(): FakeEvent[]
  /** The sum that the payments of an organization have moved, in minor units. */
  moved(organizationId: string): number
  end(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly body: object
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly values: Readonly<Record<string, string>>
}

/** A server that speaks like Stripe, as far as it is used. Unknown paths and parameters are errors. */
export async function openFakeStripe({ now }: Clock = systemClock): Promise<FakeStripe> {
  const intents = new Map<string, Intent>()
  const setups = new Map<string, { customer: string; methodId: string | null }>()
  const methods = new Map<string, { card: FakeCard; customer: string }>()
  const customers = new Set<string>()
  const answers = new Map<string, { text: string; answer: Answer | null }>()
  const keys: string[] = []
  const requests: string[] = []
  const webhookSecret = `whsec_${randomUUID()}`
  let events: FakeEvent[] = []
  let count = 0

  const nextId = (prefix: string) => {
    count += 1
    return `${prefix}_${count}_${randomUUID().slice(0, 8)}`
  }

  function emit(type: string, object: object): void {
    const id = nextId('evt')
    const body = JSON.stringify({ id, object: 'event', type, data: { object } })
    const t = Math.floor(now().getTime() / 1000)
    const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex')
    events.push({ id, body, signature: `t=${t},v1=${v1}` })
  }

  function intentOf(id: string): Intent {
    const intent = intents.get(id)
    if (intent === undefined)
      throw new Refused(404, { code: 'resource_missing', type: 'invalid_request_error' })
    return intent
  }

  function change(intent: Intent, status: Intent['status'], fault: Intent['fault'] = null): void {
    intent.status = status
    intent.fault = fault
    emit(`payment_intent.${status}`, viewOf(intent))
  }

  function confirm(intent: Intent, isOffSession: boolean): void {
    if (intent.status !== 'requires_confirmation')
      throw new Refused(400, { code: 'payment_intent_unexpected_state', type: 'invalid_request_error' })
    switch (intent.card) {
      case 'good':
        change(intent, 'succeeded')
        break
      case 'slow':
        change(intent, 'processing')
        break
      case 'asks bank':
        if (!isOffSession) {
          change(intent, 'requires_action')
          break
        }
        change(intent, 'requires_payment_method', { code: 'authentication_required' })
        throw new Refused(402, { code: 'authentication_required', type: 'card_error' })
      default: {
        const decline_code = intent.card === 'no funds' ? 'insufficient_funds' : 'generic_decline'
        change(intent, 'requires_payment_method', { code: 'card_declined', decline_code })
        throw new Refused(402, { code: 'card_declined', decline_code, type: 'card_error' })
      }
    }
  }

  const routes: readonly Route[] = [
    route('POST', '/v1/customers', ['metadata[organization]'], () => {
      const id = nextId('cus')
      customers.add(id)
      return { id, object: 'customer' }
    }),
    route(
      'POST',
      '/v1/setup_intents',
      ['customer', 'usage', 'allowed_payment_method_types[0]'],
      ({ customer = '' }) => {
        const id = nextId('seti')
        setups.set(id, { customer, methodId: null })
        return {
          id,
          object: 'setup_intent',
          client_secret: `${id}_secret_x`,
          customer,
          status: 'requires_payment_method',
        }
      },
    ),
    route('GET', '/v1/setup_intents/:id', ['expand[0]'], (_values, id) => {
      const setup = setups.get(id)
      if (setup === undefined)
        throw new Refused(404, { code: 'resource_missing', type: 'invalid_request_error' })
      const { customer, methodId } = setup
      const card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2049 }
      const method = methodId === null ? null : { id: methodId, object: 'payment_method', card, customer }
      const status = methodId === null ? 'requires_payment_method' : 'succeeded'
      return { id, object: 'setup_intent', customer, status, payment_method: method }
    }),
    route('POST', '/v1/payment_methods/:id/detach', [], (_values, id) => {
      methods.delete(id)
      return { id, object: 'payment_method' }
    }),
    route(
      'POST',
      '/v1/payment_intents',
      [
        'amount',
        'currency',
        'customer',
        'payment_method',
        'allowed_payment_method_types[0]',
        'metadata[payment]',
        'metadata[organization]',
      ],
      (values) => {
        const { amount = '', currency = '', customer = '', payment_method = '' } = values
        const method = methods.get(payment_method)
        if (!customers.has(customer) || method?.customer !== customer)
          throw new Refused(400, { code: 'payment_method_not_available', type: 'invalid_request_error' })
        const intent: Intent = {
          id: nextId('pi'),
          amount: Number(amount),
          currency,
          customer,
          card: method.card,
          methodId: payment_method,
          metadata: {
            payment: values['metadata[payment]'] ?? '',
            organization: values['metadata[organization]'] ?? '',
          },
          status: 'requires_confirmation',
          fault: null,
          refunded: 0,
          disputes: [],
        }
        intents.set(intent.id, intent)
        emit('payment_intent.created', viewOf(intent))
        return viewOf(intent)
      },
    ),
    route('POST', '/v1/payment_intents/:id/confirm', ['off_session', 'use_stripe_sdk'], (values, id) => {
      const intent = intentOf(id)
      confirm(intent, values.off_session === 'true')
      return viewOf(intent)
    }),
    route('POST', '/v1/payment_intents/:id/cancel', [], (_values, id) => {
      const intent = intentOf(id)
      if (intent.status === 'succeeded' || intent.status === 'processing' || intent.status === 'canceled')
        throw new Refused(400, { code: 'payment_intent_unexpected_state', type: 'invalid_request_error' })
      change(intent, 'canceled')
      return viewOf(intent)
    }),
    route('GET', '/v1/payment_intents/:id', ['expand[0]'], (_values, id) => viewOf(intentOf(id))),
    route('POST', '/v1/refunds', ['payment_intent'], ({ payment_intent: id = '' }) => {
      const intent = intentOf(id)
      if (intent.disputes.some(({ status }) => status !== 'won' && !status.startsWith('warning')))
        throw new Refused(400, { code: 'charge_disputed', type: 'invalid_request_error' })
      if (intent.refunded === intent.amount)
        throw new Refused(400, { code: 'charge_already_refunded', type: 'invalid_request_error' })
      fake.refund(id, intent.amount - intent.refunded)
      return { id: nextId('re'), object: 'refund', payment_intent: id }
    }),
    route('GET', '/v1/disputes', ['payment_intent', 'limit'], ({ payment_intent: id = '' }) => ({
      object: 'list',
      data: intentOf(id).disputes.map((dispute) => ({ ...dispute, object: 'dispute', payment_intent: id })),
    })),
  ]

  function answer({ method, path, values }: Asked): Answer {
    for (const each of routes) {
      const id = each.method === method ? each.match(path) : null
      if (id === null) continue
      const unknown = Object.keys(values).filter((name) => !each.parameters.includes(name))
      if (unknown.length > 0) return refusal(400, { code: 'parameter_unknown', param: unknown[0] })
      try {
        return { status: 200, body: each.run(values, id) }
      } catch (error) {
        if (error instanceof Refused) return refusal(error.status, error.fault)
        throw error
      }
    }
    return refusal(404, { code: 'url_invalid' })
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request)
    requests.push(text)
    const { pathname, search } = new URL(request.url ?? '', 'http://fake')
    const values = Object.fromEntries(new URLSearchParams(text === '' ? search : text))
    const asked = { method: request.method ?? '', path: pathname, values }
    const fault = /\/(confirm|refunds)$/.test(pathname) ? faults.shift() : undefined
    if (fault === 'lost') {
      request.socket.destroy()
      return
    }
    const given = answerByKey(keyOf(request), asked, text)
    const intent = pathname.endsWith('/confirm') ? intents.get(pathname.split('/')[3] ?? '') : undefined
    if (intent !== undefined) await fake.onConfirmed(intent)
    if (fault === 'reset') request.socket.destroy()
    if (fault !== undefined) return
    response.writeHead(given.status, { 'content-type': 'application/json', 'request-id': nextId('req') })
    response.end(JSON.stringify(given.body))
  }

  /** Answers a repeated key as the first time. */
  function answerByKey(key: string, asked: Asked, text: string): Answer {
    if (key === '' || asked.method === 'GET') return answer(asked)
    const known = answers.get(key)
    const whole = `${asked.path} ${text}`
    if (known !== undefined && known.text !== whole) return refusal(400, { type: 'idempotency_error' })
    if (known?.answer === null)
      return refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' })
    if (known?.answer) return known.answer
    const entry: { text: string; answer: Answer | null } = { text: whole, answer: null }
    answers.set(key, entry)
    keys.push(key)
    entry.answer = answer(asked)
    return entry.answer
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const faults: Fault[] = []
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookSecret,
    intents,
    faults,
    keys,
    requests,
    onConfirmed: () => undefined,
    confirmSetup(setupId, card) {
      const setup = setups.get(setupId)
      if (setup === undefined) throw new Error(`no setup ${setupId}`)
      setup.methodId = nextId('pm')
      methods.set(setup.methodId, { card, customer: setup.customer })
    },
    answerBank(id, isConfirmed) {
      if (isConfirmed) change(intentOf(id), 'succeeded')
      else change(intentOf(id), 'requires_payment_method', { code: 'payment_intent_authentication_failure' })
    },
    settle(id, isPaid) {
      if (isPaid) change(intentOf(id), 'succeeded')
      else change(intentOf(id), 'requires_payment_method', { code: 'card_declined' })
    },
    alter(id, change) {
      Object.assign(intentOf(id), change)
      emit('charge.updated', { object: 'charge', id: nextId('ch'), payment_intent: id })
    },
    refund(id, amount) {
      intentOf(id).refunded += amount
      emit('charge.refunded', { object: 'charge', id: nextId('ch'), payment_intent: id })
    },
    failRefunds(id) {
      intentOf(id).refunded = 0
      emit('refund.failed', { object: 'refund', id: nextId('re'), payment_intent: id })
    },
    dispute(id, amount, status = 'needs_response') {
      intentOf(id).disputes.push({ id: nextId('dp'), amount, status })
      emit('charge.dispute.created', { object: 'dispute', id: nextId('dp'), payment_intent: id })
    },
    endDispute(id, status) {
      for (const dispute of intentOf(id).disputes) dispute.status = status
      emit('charge.dispute.closed', { object: 'dispute', id: nextId('dp'), payment_intent: id })
    },
    takeEvents() {
      const taken = events
      events = []
      return taken
    },
    moved: (organizationId) =>
      [...intents.values()]
        .filter(({ metadata, status }) => metadata.organization === organizationId && status === 'succeeded')
        .reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
    async end() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

function viewOf({ disputes, refunded, fault, methodId, card: _card, ...intent }: Intent): object {
  const isCharged = intent.status === 'succeeded'
  return {
    ...intent,
    object: 'payment_intent',
    payment_method: methodId,
    client_secret: `${intent.id}_secret_x`,
    last_payment_error: fault,
    latest_charge: isCharged
      ? {
          id: `ch_${intent.id}`,
          object: 'charge',
          payment_intent: intent.id,
          amount_refunded: refunded,
          disputed: disputes.length > 0,
        }
      : null,
  }
}

class Refused extends Error {
  readonly status: number
  readonly fault: object

  constructor(status: number, fault: object) {
    super('refused')
    this.status = status
    this.fault = fault
  }
}

function refusal(status: number, fault: object): Answer {
  return { status, body: { error: { type: 'invalid_request_error', message: 'Refused', ...fault } } }
}

interface Route {
  readonly method: string
  readonly parameters: readonly string[]
  /** The ID in the path, empty without one. Null for other paths. */
  match(path: string): string | null
  run(values: Readonly<Record<string, string>>, id: string): object
}

function route(method: string, path: string, parameters: readonly string[], run: Route['run']): Route {
  const pattern = new RegExp(`^${path.replace(':id', '(\\w+)')}$`)
  return { method, parameters, run, match: (given) => pattern.exec(given)?.slice(1).concat('')[0] ?? null }
}

function keyOf({ headers }: IncomingMessage): string {
  const key = headers['idempotency-key']
  return typeof key === 'string' ? key : ''
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
