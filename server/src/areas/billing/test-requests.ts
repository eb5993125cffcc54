import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../contract/test-case.ts'

export const organizationIn = ({ owner }: Pick<Tenant, 'owner'>) => ({ id: owner.organizationId ?? '' })

/** A bank transfer that has not arrived. */
export async function waitingTransfer(tenant: Tenant): Promise<string> {
  const { owner } = tenant
  const request = { params: organizationIn(tenant), body: { amount: 50_000_000 } }
  return (await owner.call('addBalance', request)).id
}

/** A plan that only this organization can choose. */
export async function ownPlan({ owner, sql }: Pick<Tenant, 'owner' | 'sql'>): Promise<string> {
  const id = randomUUID()
  await sql(
    `INSERT INTO billing_plans (id, organization_id, name, currency, created_at) VALUES ($1, $2, $3, 'USD', now())`,
    [id, owner.organizationId, `Plan ${id}`],
  )
  await sql(
    `INSERT INTO billing_prices (id, plan_id, meter, mode, per, included, tiers, valid_from)
     VALUES ($1, $2, 'portrait', 'graduated', 60000, 0, '[{"upTo": null, "micros": "31000"}]', '2020-01-01T00:00:00Z')`,
    [randomUUID(), id],
  )
  return id
}

const party = {
  name: 'Deccan Television Ltd',
  address1: 'Benz Circle',
  address2: '',
  city: 'Vijayawada',
  state: 'Andhra Pradesh',
  country: 'IN',
  zip: '520010',
  taxId: '37AAKCK0000A1Z5',
  email: 'accounts@example.com',
}
export const billingDetails = { ...party, language: 'en' as const }
export const seller = {
  ...party,
  name: 'Kinora Video Systems Pvt Ltd',
  address1: 'Plot 14',
  address2: 'Financial District',
  city: 'Hyderabad',
  state: 'Telangana',
  zip: '500032',
  taxId: '36AAKCK0000A1Z5',
  email: 'billing@example.com',
  seriesPrefix: 'KN',
  isReverseCharge: true,
  bankDetails: 'Test Bank 0001',
}

/** A new invoice of an organization, for calls that the person with these IDs makes. */
export async function newInvoice({ owner, sql }: Pick<Tenant, 'owner' | 'sql'>) {
  const [id, sellerId] = [randomUUID(), randomUUID()]
  await sql(
    `INSERT INTO billing_sellers (id, party, series_prefix, is_reverse_charge, bank_details, timezone, changed_at)
     VALUES ($1, $2, 'KN', true, '', 'UTC', now()) ON CONFLICT DO NOTHING`,
    [sellerId, JSON.stringify(party)],
  )
  const content = {
    timezone: 'UTC',
    seller: { ...party, bankDetails: '' },
    buyer: party,
    lines: [{ kind: 'top-up', meter: null, period: null, quantity: '1', amount: '500000000' }],
    taxes: [],
    method: 'Bank transfer',
    reason: '',
    balance: '500000000',
    movement: null,
  }
  await sql(
    `INSERT INTO billing_documents (id, organization_id, kind, key, status, seller_id, year, number, name, language, currency,
       net, tax, content, created_at, issued_at)
     SELECT $1::uuid, $2, 'invoice', ($1::uuid)::text, 'final', id, 1999, (SELECT count(*) + 1 FROM billing_documents),
       'TEST-' || left(($1::uuid)::text, 8), 'en', 'USD', 500000000, 0, $3, now(), now()
     FROM billing_sellers`,
    [id, owner.organizationId, JSON.stringify(content)],
  )
  return { ...organizationIn({ owner }), invoiceId: id }
}
