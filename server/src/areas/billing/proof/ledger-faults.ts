import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/database/database.ts'

/** Finds what does not add up in the accounts of an organization. The chain of entries proves each account on its own, and finds a row
 * that was changed by hand. */
export async function ledgerFaults(db: Queryable, organizationId: string): Promise<string[]> {
  const own = sql`organization_id = ${organizationId}`
  const checks: readonly SQL[] = [
    sql`
      SELECT 'entry ' || seq || ' of ' || kind || ' does not continue the one before' AS what FROM (
        SELECT accounts.kind, entries.seq, entries.balance, entries.amount,
          lag(entries.seq, 1, 0::bigint) OVER chain AS seq_before,
          lag(entries.balance, 1, 0::bigint) OVER chain AS balance_before
        FROM billing_entries AS entries JOIN billing_accounts AS accounts ON accounts.id = entries.account_id
        WHERE accounts.${own}
        WINDOW chain AS (PARTITION BY entries.account_id ORDER BY entries.seq)) AS chained
      WHERE seq <> seq_before + 1 OR balance <> balance_before + amount LIMIT 10`,
    sql`
      SELECT 'the balance of ' || kind || ' is not that of its entries' AS what FROM billing_accounts AS accounts
      WHERE ${own} AND (balance, seq) <> (SELECT coalesce(sum(amount), 0), count(*)
        FROM billing_entries AS entries WHERE entries.account_id = accounts.id)`,
    sql`
      SELECT 'the lines of the journal ' || key || ' differ from its entries' AS what FROM billing_journals AS journals
      WHERE ${own} AND (
        (SELECT coalesce(sum(amount), 1) FROM billing_entries WHERE journal_id = journals.id) <> 0
        OR (SELECT count(*) FROM billing_entries WHERE journal_id = journals.id) <> jsonb_array_length(lines)
        OR EXISTS (SELECT FROM jsonb_array_elements(lines) AS line WHERE NOT EXISTS (
          SELECT FROM billing_entries AS entries JOIN billing_accounts AS accounts ON accounts.id = entries.account_id
          WHERE entries.journal_id = journals.id AND accounts.kind = line->>'account'
            AND entries.amount = (line->>'amount')::bigint))) LIMIT 10`,
    sql`
      SELECT 'the held money of ' || kind || ' is not that of its holds' AS what FROM billing_accounts AS accounts
      WHERE ${own} AND held <> (SELECT coalesce(sum(amount), 0) FROM billing_holds AS holds
        WHERE holds.account_id = accounts.id AND state <> 'released')`,
  ]
  const found: string[] = []
  for (const check of checks) {
    const { rows } = await db.execute<{ what: string }>(check)
    found.push(...rows.map(({ what }) => what))
  }
  return found
}
