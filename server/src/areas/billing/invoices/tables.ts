import type { BillingParty, Language } from '@kinora/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { moment } from '../../../platform/database/tables.ts'
import type { DocumentContent } from './content.ts'

const integer64 = (name: string) => bigint(name, { mode: 'bigint' })

/** The legal entity that sends invoices. There is one. */
export const billingSellers = pgTable(
  'billing_sellers',
  {
    id: uuid('id').primaryKey(),
    party: jsonb('party').notNull().$type<BillingParty>(),
    seriesPrefix: text('series_prefix').notNull(),
    isReverseCharge: boolean('is_reverse_charge').notNull(),
    bankDetails: text('bank_details').notNull(),
    /** The zone of the years of its series. */
    timezone: text('timezone').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  () => [uniqueIndex('billing_sellers_one').on(sql`(true)`)],
)
export type SellerRow = typeof billingSellers.$inferSelect

/** Versions of rates of taxes. A trigger refuses changes. */
export const billingTaxRates = pgTable(
  'billing_tax_rates',
  {
    id: uuid('id').primaryKey(),
    country: text('country').notNull(),
    region: text('region').notNull(),
    name: text('name').notNull(),
    ratePpm: integer('rate_ppm').notNull(),
    validFrom: moment('valid_from').notNull(),
  },
  (table) => [
    uniqueIndex('billing_tax_rates_version').on(
      table.country,
      sql`lower(${table.region})`,
      table.name,
      table.validFrom,
    ),
  ],
)
export type TaxRateRow = typeof billingTaxRates.$inferSelect

/** The billing addresses of organizations. */
export const billingDetails = pgTable('billing_details', {
  organizationId: uuid('organization_id').primaryKey(),
  party: jsonb('party').notNull().$type<BillingParty>(),
  language: text('language').notNull().$type<Language>(),
  changedAt: moment('changed_at').notNull(),
})

/** The next numbers of documents, by seller, year and kind. */
export const billingSeries = pgTable(
  'billing_series',
  {
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => billingSellers.id),
    year: integer('year').notNull(),
    kind: text('kind').notNull(),
    next: integer64('next').notNull().default(sql`1`),
  },
  (table) => [primaryKey({ columns: [table.sellerId, table.year, table.kind] })],
)

/** Invoices, credit notes and statements. A trigger keeps final ones as they are. */
export const billingDocuments = pgTable(
  'billing_documents',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    kind: text('kind', { enum: ['invoice', 'credit-note', 'statement'] }).notNull(),
    /** Names the cause, so that it has one document. */
    key: text('key').notNull().unique(),
    status: text('status', { enum: ['draft', 'final'] }).notNull(),
    sellerId: uuid('seller_id').references(() => billingSellers.id),
    year: integer('year'),
    number: integer64('number'),
    /** The number with its prefix. */
    name: text('name'),
    language: text('language').notNull().$type<Language>(),
    currency: text('currency').notNull(),
    net: integer64('net').notNull(),
    tax: integer64('tax').notNull(),
    content: jsonb('content').notNull().$type<DocumentContent>(),
    invoiceId: uuid('invoice_id'),
    periodStartsAt: moment('period_starts_at'),
    periodEndsAt: moment('period_ends_at'),
    createdAt: moment('created_at').notNull(),
    issuedAt: moment('issued_at'),
    /** Whether the PDF is made and was sent. */
    delivery: text('delivery', { enum: ['due', 'done', 'failed'] })
      .notNull()
      .default('due'),
    deliveryError: text('delivery_error'),
    pdfSha256: text('pdf_sha256'),
    pdfBytes: integer('pdf_bytes'),
  },
  (table) => [
    uniqueIndex('billing_documents_number').on(table.sellerId, table.year, table.kind, table.number),
    index('billing_documents_organization').on(table.organizationId, table.createdAt),
    index('billing_documents_invoice').on(table.invoiceId).where(sql`${table.invoiceId} IS NOT NULL`),
    index('billing_documents_due')
      .on(table.createdAt)
      .where(sql`${table.status} = 'draft' OR ${table.delivery} = 'due'`),
  ],
)
export type DocumentRow = typeof billingDocuments.$inferSelect
