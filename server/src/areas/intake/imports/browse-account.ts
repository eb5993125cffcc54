import { type CloudEntry, type CloudFolder, cloudImportLimits } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { reportAccount } from '../accounts/account-changes.ts'
import { findAccount } from '../accounts/cloud-accounts.ts'
import type { Intake } from '../intake.ts'
import { type RemoteStore, StoreFault } from '../stores/file-store.ts'
import { isEntryName } from '../stores/names.ts'
import { openAccount } from '../stores/open-store.ts'
import { networkFault } from '../stores/remote/faults.ts'

const BROWSE_MS = 30_000

/** Lists a folder of an account for a person. @throws problem not-found */
export async function browseAccount(
  intake: Intake,
  scope: Scope,
  id: string,
  path: string,
): Promise<CloudFolder> {
  const account = await findAccount(intake.db, scope, id)
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(BROWSE_MS)])
  try {
    await using store = await openAccount(intake, account, path, signal)
    const listed = await firstEntries(store)
    await reportAccount(intake, account, null)
    return { ...listed, reason: null }
  } catch (error) {
    const fault = networkFault(signal.aborted ? signal.reason : error)
    if (fault === null) throw error
    if (fault.accountReason !== null) await reportAccount(intake, account, fault.accountReason)
    return { items: [], isCut: false, reason: fault.fault }
  } finally {
    ending.abort()
  }
}

/** Entries that are looked at, since those that are not shown count too. */
const MOST_LOOKED_AT = 20_000

async function firstEntries(store: RemoteStore): Promise<Omit<CloudFolder, 'reason'>> {
  const items: CloudEntry[] = []
  let isCut = false
  let count = 0
  for await (const page of store.entries()) {
    count += page.length
    for (const { name, facts } of page) {
      if (!isEntryName(name) || name.startsWith('.') || name.length > 255) continue
      items.push({ name, isFolder: facts === null, size: facts === null ? null : sizeOf(facts.size) })
    }
    isCut = items.length > cloudImportLimits.shown || count > MOST_LOOKED_AT
    if (isCut) break
  }
  items.sort((one, other) =>
    one.isFolder === other.isFolder
      ? one.name.localeCompare(other.name, 'en', { numeric: true })
      : Number(other.isFolder) - Number(one.isFolder),
  )
  return { items: items.slice(0, cloudImportLimits.shown), isCut }
}

function sizeOf(size: number): number {
  if (!Number.isSafeInteger(size) || size < 0)
    throw new StoreFault('protocol', 'a file has a size that is no number')
  return size
}
