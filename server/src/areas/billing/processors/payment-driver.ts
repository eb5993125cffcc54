import type { CardFace, PaymentDriverKind, PaymentReason } from '@kinora/contract'

/** Takes money from payers. A charge is created first and confirmed second, so that a charge whose outcome is not known can
 * always be asked for by its ID. */
export interface PaymentDriver {
  readonly kind: PaymentDriverKind
  /** For the browsers of payers. Null if the processor needs none. */
  readonly publishableKey: string | null
  /** Micros in the smallest amount of a currency that can be paid. */
  stepOf(currency: string): bigint
  /** Creates the customer of an organization. @returns its ID */
  createCustomer(organizationId: string): Promise<string>
  /** Begins to save a card that only the processor gets. @throws CardsRefused */
  beginSetup(customerId: string): Promise<{ readonly clientSecret: string }>
  /** Ends to save a card. @throws CardsRefused, SetupIncomplete */
  finishSetup(customerId: string, given: GivenCard): Promise<SavedMethod>
  removeMethod(methodId: string): Promise<void>
  /** Creates a charge without confirming it, once for each payment. @returns its ID
   * @throws ChargeRefused if no charge exists; other errors if that is not known */
  createCharge(charge: NewCharge): Promise<string>
  /** Confirms a charge, once. @throws ChargeRefused if it did not move money; other errors if that is not known */
  confirmCharge(charge: ConfirmedCharge): Promise<Charge>
  /** The charge as it is now. Null if there is none with this ID. */
  findCharge(id: string): Promise<Charge | null>
  /** Cancels a charge that has not moved money. @returns the charge as it is then */
  cancelCharge(id: string): Promise<Charge | null>
  /** Refunds what is left of a charge, once for each intent. @throws ChargeRefused if it was not refunded; other errors if that is not
   * known */
  refundCharge(refund: Refund): Promise<void>
  /** Data that the browser of the payer needs to confirm a charge. */
  actionOf(id: string): Promise<string | null>
  /** Answers the bank for a test card. */
  answerTest(id: string, answer: 'confirmed' | 'refused'): Promise<void>
  /** Reads an event that the processor sent. @param body its bytes as they came
   * @throws WrongSignature */
  readEvent(body: Buffer, signature: string): Promise<ProcessorEvent>
}

/** An event of the processor. It only says where to look: the state comes from the charge, because events come late, twice and in
 * any order. */
export interface ProcessorEvent {
  readonly id: string
  readonly type: string
  readonly chargeId: string | null
}

/** Card data of a test card, or the setup that the browser has confirmed with the processor. */
export type GivenCard =
  | { readonly kind: 'test'; readonly number: string; readonly expiry: string }
  | { readonly kind: 'setup'; readonly setupId: string }

export interface SavedMethod {
  readonly id: string
  readonly card: CardFace
}

export interface NewCharge {
  readonly paymentId: string
  readonly organizationId: string
  readonly customerId: string
  readonly methodId: string
  /** Micros, with taxes. */
  readonly amount: bigint
  readonly currency: string
}

export interface ConfirmedCharge {
  readonly id: string
  readonly paymentId: string
  /** The payer is not there to confirm it with their bank. */
  readonly isOffSession: boolean
}

export interface Refund {
  readonly id: string
  readonly paymentId: string
  /** When a person decided it. Another decision, after a refusal, is another refund. */
  readonly intendedAt: Date
}

/** A charge as the processor has it. */
export interface Charge {
  readonly id: string
  /** The payment that it was created for. */
  readonly paymentId: string | null
  readonly customerId: string | null
  /** Micros. */
  readonly amount: bigint
  readonly currency: string
  readonly state: 'unconfirmed' | 'processing' | 'needs_action' | 'succeeded' | 'failed' | 'canceled'
  readonly reason: PaymentReason | null
  /** Refunded in all. Micros. */
  readonly refunded: bigint
  /** Withdrawn because of disputes. Micros. */
  readonly disputed: bigint
}

/** The processor refused a charge: it did not and will not move money. */
export class ChargeRefused extends Error {
  override readonly name = 'ChargeRefused'
  readonly reason: PaymentReason

  constructor(message: string, reason: PaymentReason = 'refused') {
    super(message)
    this.reason = reason
  }
}

/** The processor takes no cards. */
export class CardsRefused extends Error {
  override readonly name = 'CardsRefused'
}

/** The browser did not confirm the card, or for another customer. */
export class SetupIncomplete extends Error {
  override readonly name = 'SetupIncomplete'
}

/** An event is not from the processor, was changed, or is old. */
export class WrongSignature extends Error {
  override readonly name = 'WrongSignature'
}
