import { eq } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { problem } from '../../../platform/problem.ts'
import { portsIn } from '../settings.ts'
import type { Vconnect } from '../vconnect.ts'
import { vconnectPorts } from './tables.ts'

/** Gives a listener the first free port. @throws problem vconnect-ports */
export async function takePort(
  tx: Transaction,
  { VCONNECT_PORTS }: Vconnect['config'],
  ownerId: string,
): Promise<number> {
  await takeLock(tx, 'vconnect ports')
  const rows = await tx.select({ port: vconnectPorts.port }).from(vconnectPorts)
  const taken = new Set(rows.map(({ port }) => port))
  const { from, to } = portsIn(VCONNECT_PORTS)
  for (let port = from; port <= to; port++) {
    if (taken.has(port)) continue
    await tx.insert(vconnectPorts).values({ port, ownerId })
    return port
  }
  throw problem('vconnect-ports')
}

export async function releasePort(tx: Transaction, ownerId: string): Promise<void> {
  await tx.delete(vconnectPorts).where(eq(vconnectPorts.ownerId, ownerId))
}
