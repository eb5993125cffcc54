import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseConnection, openDatabase } from '../../../platform/database/database.ts'
import { createLog } from '../../../platform/log.ts'
import { migratedDatabase } from '../../../platform/postgres/test-migrated.ts'
import { eventually } from '../../../testing/machine/eventually.ts'
import { ledgerFaults } from '../proof/ledger-faults.ts'
import { hold, markDue, releaseExpired, releaseHolds } from './holds.ts'
import { balanceOf, type Posting, post } from './ledger.ts'

let drop: () => Promise<void>
let connection: DatabaseConnection
beforeAll(async () => {
  const database = await migratedDatabase()
  drop = database.drop
  connection = openDatabase(database.url, 4, createLog('error'))
})
afterAll(async () => {
  await connection.close()
  await drop()
})

const at = new Date('2026-11-20T10:00:00Z')
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000)
const postingOf = (organizationId: string, key: string, micros: bigint): Posting => ({
  key,
  organizationId,
  kind: 'credit',
  currency: 'USD',
  lines: { credit: -micros, wallet: micros },
  note: 'A test',
  at,
})
const credit = (organizationId: string, key: string, micros: bigint) =>
  connection.db.transaction((tx) => post(tx, postingOf(organizationId, key, micros)))
const holdOf = (organizationId: string, key: string, amount: bigint, floor: bigint | null = 0n) =>
  hold(connection.db, { key, organizationId, currency: 'USD', amount, floor, at, until: later(600) })
const sql = async (text: string, values: unknown[] = []) => (await connection.pool.query(text, values)).rows

describe('a posting', () => {
  it('counts once for each key, and refuses the key for another content', async () => {
    const id = randomUUID()
    const journal = await credit(id, `top-up ${id}`, 5_000_000n)
    expect(await credit(id, `top-up ${id}`, 5_000_000n)).toBe(journal)
    await expect(credit(id, `top-up ${id}`, 6_000_000n)).rejects.toThrow()
    await expect(credit(randomUUID(), `top-up ${id}`, 5_000_000n)).rejects.toThrow()
    expect(await balanceOf(connection.db, id)).toEqual({ balance: 5_000_000n, held: 0n })
  })

  it('has to add up to zero, in the currency of the accounts', async () => {
    const id = randomUUID()
    const wrong = { ...postingOf(id, `wrong ${id}`, 1n), lines: { credit: -1n, wallet: 2n } }
    await expect(connection.db.transaction((tx) => post(tx, wrong))).rejects.toThrow()
    await credit(id, `one ${id}`, 1n)
    const euros = { ...postingOf(id, `euros ${id}`, 1n), currency: 'EUR' }
    await expect(connection.db.transaction((tx) => post(tx, euros))).rejects.toThrow()
    expect((await balanceOf(connection.db, id)).balance).toBe(1n)
  })

  it('is part of a chain without gaps, also if many are made at once', async () => {
    const id = randomUUID()
    await Promise.all(Array.from({ length: 40 }, (_, n) => credit(id, `${id} ${n}`, BigInt(n + 1))))
    expect((await balanceOf(connection.db, id)).balance).toBe(820n)
    expect(await ledgerFaults(connection.db, id)).toEqual([])
  })

  it('is never changed, and a change past the triggers is found', async () => {
    const id = randomUUID()
    await credit(id, `one ${id}`, 100n)
    await credit(id, `two ${id}`, 50n)
    for (const table of ['billing_entries', 'billing_journals', 'billing_charges', 'billing_prices']) {
      await expect(sql(`DELETE FROM ${table}`)).rejects.toThrow(/never changed/)
      await expect(sql(`TRUNCATE ${table} CASCADE`)).rejects.toThrow(/never changed/)
    }
    await expect(sql('UPDATE billing_entries SET amount = 1')).rejects.toThrow(/never changed/)
    await sql('ALTER TABLE billing_entries DISABLE TRIGGER billing_entries_stay')
    await sql(
      `UPDATE billing_entries SET amount = 60, balance = 160 WHERE seq = 2 AND account_id =
        (SELECT id FROM billing_accounts WHERE organization_id = $1 AND kind = 'wallet')`,
      [id],
    )
    await sql('ALTER TABLE billing_entries ENABLE TRIGGER billing_entries_stay')
    const faults = await ledgerFaults(connection.db, id)
    expect(faults).toContain('the balance of wallet is not that of its entries')
    expect(faults).toContain(`the lines of the journal two ${id} differ from its entries`)
  })
})

describe('a hold', () => {
  it('takes free money once for each key, and is refused below the floor', async () => {
    const id = randomUUID()
    await credit(id, `money ${id}`, 100n)
    expect(await holdOf(id, `a ${id}`, 60n)).toBe(true)
    expect(await holdOf(id, `a ${id}`, 60n)).toBe(true)
    expect(await holdOf(id, `b ${id}`, 41n)).toBe(false)
    expect(await holdOf(id, `b ${id}`, 41n, null)).toBe(true)
    expect(await balanceOf(connection.db, id)).toEqual({ balance: 100n, held: 101n })
    // Usage that happened is always charged, also below the floor.
    await credit(id, `used ${id}`, -150n)
    expect((await balanceOf(connection.db, id)).balance).toBe(-50n)
  })

  it('is never granted beyond the money by requests at once', async () => {
    const id = randomUUID()
    await credit(id, `money ${id}`, 100n)
    const granted = await Promise.all(Array.from({ length: 20 }, (_, n) => holdOf(id, `${n} ${id}`, 30n)))
    expect(granted.filter(Boolean)).toHaveLength(3)
    expect(await ledgerFaults(connection.db, id)).toEqual([])
  })

  it('is released once, by its charge or at its end', async () => {
    const id = randomUUID()
    const [due, open] = [`due ${id}`, `open ${id}`]
    expect(await holdOf(id, due, 10n, null)).toBe(true)
    expect(await holdOf(id, open, 20n, null)).toBe(true)
    await connection.db.transaction((tx) => markDue(tx, due))
    await releaseExpired(connection.db, later(601))
    expect((await balanceOf(connection.db, id)).held).toBe(10n)
    await releaseHolds(connection.db, [due, open, due])
    expect((await balanceOf(connection.db, id)).held).toBe(0n)
  })

  it('reserves money again when work with its key begins again, also before the end of the work was charged', async () => {
    const id = randomUUID()
    await credit(id, `money ${id}`, 100n)
    const key = `again ${id}`
    const held = async () => (await balanceOf(connection.db, id)).held
    expect(await holdOf(id, key, 90n)).toBe(true)
    await connection.db.transaction((tx) => markDue(tx, key))
    expect(await holdOf(id, key, 60n)).toBe(true)
    expect(await held()).toBe(60n)
    // The charge of the first work leaves it.
    await releaseHolds(connection.db, [key])
    expect(await held()).toBe(60n)
    await releaseExpired(connection.db, later(601))
    expect(await held()).toBe(0n)
    expect(await holdOf(id, key, 101n)).toBe(false)
    expect(await holdOf(id, key, 70n)).toBe(true)
    expect(await held()).toBe(70n)
    expect(await ledgerFaults(connection.db, id)).toEqual([])
  })

  it('that is prolonged while it expires stays', async () => {
    const id = randomUUID()
    const key = `long ${id}`
    expect(await holdOf(id, key, 60n, null)).toBe(true)
    const client = await connection.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT billing_hold($1, $2, $3, 60, NULL, $4, $5)', [key, id, 'USD', at, later(2000)])
    const release = releaseExpired(connection.db, later(601))
    await eventually(async () => {
      const waiting =
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
      expect(await sql(waiting)).not.toEqual([])
    })
    await client.query('COMMIT')
    client.release()
    await release
    expect((await balanceOf(connection.db, id)).held).toBe(60n)
  })
})
