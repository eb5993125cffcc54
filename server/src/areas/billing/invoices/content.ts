import type { BillingDocumentLine, BillingParty, BillingTax } from '@kinora/contract'

/** All that a document shows, copied when it becomes final. Integers are text. */
export interface DocumentContent {
  readonly timezone: string
  readonly seller: SellerCopy | null
  readonly buyer: BillingParty
  readonly lines: readonly StoredLine[]
  readonly taxes: readonly StoredTax[]
  /** It was paid through a payment processor, which refunds it. */
  readonly isFromProcessor: boolean
  /** How it was paid. */
  readonly method: string
  /** Why it was credited. */
  readonly reason: string
  /** Balance of the wallet after it. */
  readonly balance: string | null
  readonly movement: Movement | null
}

export interface SellerCopy extends BillingParty {
  readonly bankDetails: string
}

export type StoredLine = Pick<BillingDocumentLine, 'kind' | 'meter' | 'period'> & {
  readonly quantity: string | null
  readonly amount: string
}

export type StoredTax = Pick<BillingTax, 'name' | 'ratePpm' | 'isReverseCharge'> & {
  readonly net: string
  readonly tax: string
}

/** How the balance moved in a period. */
export interface Movement {
  readonly opening: string
  readonly added: string
  readonly charged: string
  readonly closing: string
}
