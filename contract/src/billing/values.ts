// Values without schemas: screens load these, and not zod.

/** `low`: below the warning. `empty`: nothing is left, and work goes on during the grace period. `refused`: new uploads and
 * streams are refused. Playback and running streams go on in every status. */
export const walletStatuses = ['ok', 'low', 'empty', 'refused'] as const
export type WalletStatus = (typeof walletStatuses)[number]

/** How the tiers of a price are used: each unit costs the price of its own tier, or all units cost the price of the tier that the
 * total has reached. */
export const tierModes = ['graduated', 'volume'] as const
export type TierMode = (typeof tierModes)[number]

/** Levels of usage: by environment, by video or stream of one, or by day of one video or stream. */
export const usageLevels = ['environments', 'objects', 'days'] as const
export type UsageLevel = (typeof usageLevels)[number]

/** Videos and streams in a list of usage; the rest is one row. */
export const usageObjectsMax = 200
/** Days of the balance that an account has. */
export const balanceDays = 30

/** Invoices of money that was added, credit notes, and statements of periods. */
export const documentKinds = ['invoice', 'credit-note', 'statement'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A draft has no number yet, because the seller is not known. */
export const documentStatuses = ['draft', 'final'] as const

export const documentLineKinds = ['top-up', 'credit', 'usage', 'adjustment', 'minimum'] as const

export const documentFormats = ['pdf', 'csv'] as const
export type DocumentFileFormat = (typeof documentFormats)[number]

/** Most months of the revenue. */
export const revenueMonths = 24
