import type { BillingDocument, BillingDocumentDetail, DocumentKind } from '@kinora/contract'
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { can, type Person } from '../../../platform/auth.ts'
import type { Queryable } from '../../../platform/database/database.ts'
import { loadPage, type PageQuery } from '../../../platform/database/page.ts'
import { problem } from '../../../platform/problem.ts'
import type { Billing } from '../billing.ts'
import { integerOf } from '../integers.ts'
import { billingDocuments, type DocumentRow } from './tables.ts'
import { taxViews } from './taxes.ts'

/** @param invoiceName the number of the invoice of a credit note */
export function documentView(row: DocumentRow, invoiceName: string | null): BillingDocument {
  const { id, organizationId, kind, status, name, currency, net, tax, invoiceId, createdAt, issuedAt } = row
  const { periodStartsAt, periodEndsAt } = row
  return {
    id,
    organizationId,
    kind,
    status,
    number: name,
    currency,
    net: integerOf(net),
    tax: integerOf(tax),
    total: integerOf(net + tax),
    period:
      periodStartsAt === null || periodEndsAt === null
        ? null
        : { startsAt: periodStartsAt.toISOString(), endsAt: periodEndsAt.toISOString() },
    invoice: invoiceId === null ? null : { id: invoiceId, number: invoiceName },
    createdAt: createdAt.toISOString(),
    issuedAt: issuedAt?.toISOString() ?? null,
  }
}

/** Documents of the same time are ordered by their numbers. */
const newestFirst = [
  desc(billingDocuments.createdAt),
  sql`${billingDocuments.number} DESC NULLS LAST`,
  desc(billingDocuments.id),
] as const

const invoices = alias(billingDocuments, 'invoices')

const selectDocuments = (db: Queryable, where: SQL | undefined) =>
  db
    .select({ document: billingDocuments, invoiceName: invoices.name })
    .from(billingDocuments)
    .leftJoin(
      invoices,
      and(
        eq(invoices.id, billingDocuments.invoiceId),
        eq(invoices.organizationId, billingDocuments.organizationId),
      ),
    )
    .where(where)

/** The documents of an organization, newest first. */
export async function listDocuments(
  { db }: Pick<Billing, 'db'>,
  organizationId: string,
  { kind, ...page }: PageQuery & { readonly kind?: DocumentKind | undefined },
) {
  const isKind = kind === undefined ? undefined : eq(billingDocuments.kind, kind)
  const where = and(eq(billingDocuments.organizationId, organizationId), isKind)
  return loadPage(page, {
    select: selectDocuments(db, where).orderBy(...newestFirst),
    total: db.$count(billingDocuments, where),
    view: (rows) => rows.map(({ document, invoiceName }) => documentView(document, invoiceName)),
  })
}

/** A document of an organization. @throws problem not-found */
export async function findDocument(
  db: Queryable,
  { id, organizationId }: Pick<DocumentRow, 'id' | 'organizationId'>,
): Promise<DocumentRow> {
  const [row] = await db
    .select()
    .from(billingDocuments)
    .where(and(eq(billingDocuments.id, id), eq(billingDocuments.organizationId, organizationId)))
  if (row === undefined) throw problem('not-found')
  return row
}

/** A document of any organization of a person. One of others does not exist. @throws problem not-found, forbidden */
export async function getDocument(
  { db, authenticator }: Billing,
  person: Person,
  id: string,
): Promise<BillingDocumentDetail> {
  const [found] = await selectDocuments(db, eq(billingDocuments.id, id))
  if (found === undefined) throw problem('not-found')
  const { document, invoiceName } = found
  const { grants } = await authenticator.organization(person, document.organizationId)
  if (!can(grants, ['Settings', 'Billing', 'read'])) throw problem('forbidden')
  return detailView(db, document, invoiceName)
}

async function detailView(
  db: Queryable,
  row: DocumentRow,
  invoiceName: string | null,
): Promise<BillingDocumentDetail> {
  const { id, organizationId, language, content } = row
  const { timezone, seller, buyer, lines, taxes, method, reason, balance, movement } = content
  const integer = (text: string) => integerOf(BigInt(text))
  const creditNotes = await selectDocuments(
    db,
    and(eq(billingDocuments.organizationId, organizationId), eq(billingDocuments.invoiceId, id)),
  ).orderBy(asc(billingDocuments.createdAt), asc(billingDocuments.number))
  return {
    ...documentView(row, invoiceName),
    language,
    timezone,
    seller,
    buyer,
    lines: lines.map((line) => ({
      ...line,
      quantity: line.quantity === null ? null : integer(line.quantity),
      amount: integer(line.amount),
    })),
    taxes: taxViews(taxes),
    method,
    reason,
    balance: balance === null ? null : integer(balance),
    movement:
      movement === null
        ? null
        : {
            opening: integer(movement.opening),
            added: integer(movement.added),
            charged: integer(movement.charged),
            closing: integer(movement.closing),
          },
    creditNotes: creditNotes.map(({ document }) => documentView(document, row.name)),
  }
}

/** The invoices of payments by the ID of the payment. Those without one are left out. */
export async function findInvoicesOf(
  db: Queryable,
  organizationId: string,
  paymentIds: readonly string[],
): Promise<Map<string, { id: string; number: string | null }>> {
  const keys = new Map(paymentIds.map((id) => [invoiceKey(id), id]))
  const rows =
    keys.size === 0
      ? []
      : await db
          .select({ id: billingDocuments.id, key: billingDocuments.key, number: billingDocuments.name })
          .from(billingDocuments)
          .where(
            and(
              eq(billingDocuments.organizationId, organizationId),
              inArray(billingDocuments.key, [...keys.keys()]),
            ),
          )
  return new Map(rows.map(({ key, ...invoice }) => [keys.get(key) ?? '', invoice]))
}

/** The invoice of a payment, if it has one. */
export async function findInvoiceOf(
  db: Queryable,
  { id, organizationId }: Pick<DocumentRow, 'id' | 'organizationId'>,
): Promise<DocumentRow | undefined> {
  const [row] = await db
    .select()
    .from(billingDocuments)
    .where(and(eq(billingDocuments.organizationId, organizationId), eq(billingDocuments.key, invoiceKey(id))))
  return row
}

/** The key of the invoice of a payment: it has one. */
export const invoiceKey = (paymentId: string) => `invoice:${paymentId}`
