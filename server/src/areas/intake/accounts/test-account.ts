import type { AccountStep, AccountStepReason, AccountTest } from '@kinora/contract'
import { accountSteps } from '@kinora/contract'
import type { Scope } from '../../../platform/auth.ts'
import { publicId } from '../../../platform/database/ids.ts'
import type { Intake } from '../intake.ts'
import { type FileStore, type FoundFile, isAccountReason, StoreFault } from '../stores/file-store.ts'
import { openAccount } from '../stores/open-store.ts'
import { networkFault } from '../stores/remote/faults.ts'
import { reportAccount } from './account-changes.ts'
import { findAccount, viewAccount } from './cloud-accounts.ts'

const TEST_MS = 60_000

type Steps = Partial<Record<AccountStep, AccountStepReason | 'ok' | 'skipped'>>

/** Tries an account step by step, and stores whether it works. @throws problem not-found */
export async function testCloudAccount(
  intake: Intake,
  scope: Scope,
  id: string,
  path: string,
): Promise<AccountTest> {
  const account = await findAccount(intake.db, scope, id)
  const steps: Steps = {}
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(TEST_MS)])
  try {
    await using store = await openAccount(intake, account, path, signal)
    await tryStore(store, steps)
  } catch (error) {
    const fault = faultOf(intake, error)
    // A folder that is missing or not open to the account is found after the sign-in.
    const isSignedIn = fault.accountReason === null
    if (isSignedIn || fault.fault === 'sign-in') steps.connect = 'ok'
    if (isSignedIn) steps['sign-in'] = 'ok'
    steps[isSignedIn ? 'list' : fault.fault === 'sign-in' ? 'sign-in' : 'connect'] = fault.fault
  } finally {
    ending.abort()
  }
  const faults = accountSteps.flatMap((step) => steps[step] ?? [])
  await reportAccount(intake, account, faults.find(isAccountReason) ?? null)
  return {
    steps: accountSteps.map((step) => {
      const found = steps[step] ?? 'skipped'
      if (found === 'ok') return { step, state: 'ok', reason: null }
      if (found === 'skipped') return { step, state: 'skipped', reason: null }
      // Without a file there is nothing to read.
      return { step, state: found === 'no-file' ? 'skipped' : 'failed', reason: found }
    }),
    account: await viewAccount(intake.db, await findAccount(intake.db, scope, id)),
  }
}

/** @throws StoreFault if files cannot be listed */
async function tryStore(store: FileStore, steps: Steps): Promise<void> {
  const file = await firstFile(store)
  for (const step of ['connect', 'sign-in', 'list'] as const) steps[step] = 'ok'
  steps.read = file === null ? 'no-file' : await resultOf(() => readFirst(store, file))
  steps.write = await resultOf(() => writeAndMove(store))
}

/** A file with bytes of the first pages. */
async function firstFile(store: FileStore): Promise<FoundFile | null> {
  let pages = 0
  for await (const files of store.list(false)) {
    const file = files.find(({ size }) => size > 0)
    if (file !== undefined) return file
    pages += 1
    if (pages === 3) break
  }
  return null
}

async function readFirst(store: FileStore, file: FoundFile): Promise<void> {
  await using open = await store.open(file)
  const bytes = await open.readAt(0, Math.min(16, file.size))
  if (bytes.length === 0) throw new StoreFault('no-access', 'the file has no bytes')
}

/** Writes a small hidden file, moves it and deletes it. */
async function writeAndMove(store: FileStore): Promise<void> {
  const path = `.kinora-test-${publicId()}`
  const moved = `${path}-moved`
  await store.write(path, Buffer.from('Kinora tests whether it may write, move and delete files here.\n'))
  const facts = await store.factsOf(path)
  if (facts === null) throw new StoreFault('no-access', 'the file was not written')
  let left = path
  try {
    await store.move({ path, ...facts }, moved)
    left = moved
  } finally {
    const found = await store.factsOf(left)
    if (found !== null) await store.remove({ path: left, ...found })
  }
}

async function resultOf(attempt: () => Promise<void>): Promise<'ok' | AccountStepReason> {
  try {
    await attempt()
    return 'ok'
  } catch (error) {
    // Servers say in words of their own that they refuse a file.
    return networkFault(error)?.fault ?? 'no-access'
  }
}

function faultOf({ log }: Pick<Intake, 'log'>, error: unknown): StoreFault {
  const known = networkFault(error)
  if (known !== null) return known
  log.warn({ err: error }, 'an account cannot be tested')
  return new StoreFault('protocol', 'the server answered in a way that is not known', error)
}
