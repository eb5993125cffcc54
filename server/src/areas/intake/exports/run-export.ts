import type { CloudExportReason } from '@kinora/contract'
import { and, inArray } from 'drizzle-orm'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { Problem } from '../../../platform/problem.ts'
import { ContentGone, MediaRefused } from '../../library/index.ts'
import { reportAccount } from '../accounts/account-changes.ts'
import type { Intake } from '../intake.ts'
import type { RemoteStore, StoreFault } from '../stores/file-store.ts'
import { joinPath } from '../stores/names.ts'
import { openAccount } from '../stores/open-store.ts'
import { networkFault } from '../stores/remote/faults.ts'
import {
  type CloudAccountRow,
  type CloudExportRow,
  cloudAccounts,
  cloudExports,
  type WrittenFile,
} from '../tables.ts'
import { type ExportFile, listExportFiles } from './export-files.ts'

type ExportRef = Pick<CloudExportRow, 'id' | 'environmentId'>

/** An export cannot go on, for a reason of its own. */
class NotExported extends Error {
  override readonly name = 'NotExported'
  readonly reason: CloudExportReason
  constructor(reason: CloudExportReason) {
    super(`a video was not exported: ${reason}`)
    this.reason = reason
  }
}

/** Reasons that another attempt a little later does not change. */
const lasting: ReadonlySet<CloudExportReason> = new Set([
  'address',
  'sign-in',
  'host-key',
  'certificate',
  'no-access',
  'outside',
  'name-taken',
  'no-files',
  'video-gone',
  'video-not-ready',
])

/** Writes the files of an export that are not written yet. It can run again after it was killed, at any step. */
export async function runExport(intake: Intake, ref: ExportRef, signal: AbortSignal): Promise<void> {
  const begun = await begin(intake, ref)
  if (begun === null) return
  const { row, account } = begun
  const ending = new AbortController()
  try {
    await writeFiles(intake, row, account, AbortSignal.any([signal, ending.signal]))
  } catch (error) {
    if (signal.aborted) throw error
    const accountReason = networkFault(error)?.accountReason ?? null
    if (accountReason !== null) await reportAccount(intake, account, accountReason)
    const reason = reasonOf(error)
    if (lasting.has(reason)) return await failExport(intake, ref, error)
    // People see what the next attempt waits for.
    await change(intake, row, { reason })
    throw error
  } finally {
    ending.abort()
  }
  await reportAccount(intake, account, null)
  await endExport(intake, ref, 'done', null)
}

/** The export and its account. Null if it has ended. */
async function begin({ db, clock }: Intake, ref: ExportRef) {
  const [row] = await db
    .update(cloudExports)
    .set({ state: 'running', changedAt: clock.now() })
    .where(isOpen(ref))
    .returning()
  if (row === undefined) return null
  const { accountId: id, environmentId } = row
  const [account] = await db.select().from(cloudAccounts).where(rowOf(cloudAccounts, { id, environmentId }))
  return account === undefined ? null : { row, account }
}

function isOpen(ref: ExportRef) {
  return and(rowOf(cloudExports, ref), inArray(cloudExports.state, ['queued', 'running']))
}

async function writeFiles(
  intake: Intake,
  row: CloudExportRow,
  account: CloudAccountRow,
  signal: AbortSignal,
): Promise<void> {
  const content = { id: row.contentId, environmentId: row.environmentId }
  const { base, files } = await listExportFiles(intake, content, row.files)
  if (files.length === 0) throw new NotExported('no-files')
  await using store = await openAccount(intake, account, '', signal)
  const chosen = row.baseName ?? (await chooseName(store, row, base, files))
  await change(intake, row, { baseName: chosen })
  let { written } = row
  for (const file of files)
    written = await writeFile(intake, store, row, file, pathOf(row, chosen, file), written, signal)
}

function pathOf({ path }: CloudExportRow, base: string, { ending }: ExportFile): string {
  return joinPath(path, `${base}${ending}`)
}

/** More videos of one title are rare. */
const MOST_NUMBERS = 1000

/** The title, with a number if it is taken. @throws NotExported name-taken */
async function chooseName(
  store: RemoteStore,
  row: CloudExportRow,
  title: string,
  files: readonly ExportFile[],
): Promise<string> {
  const isTaken = async (base: string) => {
    for (const file of files) if ((await store.factsOf(pathOf(row, base, file))) !== null) return true
    return false
  }
  for (let number = 1; number <= MOST_NUMBERS; number++) {
    const base = number === 1 ? title : `${title} (${number})`
    if (!(await isTaken(base))) return base
  }
  throw new NotExported('name-taken')
}

/** Writes a file, unless an attempt before has. @returns the files that are written, or about to be */
async function writeFile(
  intake: Intake,
  store: RemoteStore,
  row: CloudExportRow,
  file: ExportFile,
  path: string,
  before: readonly WrittenFile[],
  signal: AbortSignal,
): Promise<WrittenFile[]> {
  const others = before.filter((each) => each.path !== path)
  const known = before.find((each) => each.path === path)
  if (known?.isDone) return [...before]
  const found = await store.factsOf(path)
  // An attempt that died wrote it: nothing had the name before, and it appears whole.
  const isOwn = found !== null && found.size === known?.size
  if (found !== null && !isOwn) throw new NotExported('name-taken')
  const size = isOwn
    ? found.size
    : await file.withFile(signal, async (source) => {
        const about = [...others, { path, size: source.size, isDone: false }]
        await change(intake, row, { written: about })
        if (!(await store.put(path, source))) throw new NotExported('name-taken')
        return source.size
      })
  const written = [...others, { path, size, isDone: true }]
  await change(intake, row, { written })
  return written
}

async function change(
  { db }: Intake,
  row: CloudExportRow,
  set: Partial<Pick<CloudExportRow, 'baseName' | 'written' | 'reason'>>,
): Promise<void> {
  await db.update(cloudExports).set(set).where(isOpen(row))
}

/** Ends an export after its last attempt, with its reason. */
export async function failExport(intake: Intake, ref: ExportRef, error: unknown): Promise<void> {
  await endExport(intake, ref, 'failed', reasonOf(error))
}

async function endExport(
  { db, clock }: Intake,
  ref: ExportRef,
  state: 'done' | 'failed',
  reason: CloudExportReason | null,
): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const set = { state, reason, changedAt: now }
    const [row] = await tx.update(cloudExports).set(set).where(isOpen(ref)).returning()
    if (row === undefined) return
    const { accountId: id, environmentId } = row
    const [account] = await tx.select().from(cloudAccounts).where(rowOf(cloudAccounts, { id, environmentId }))
    if (account === undefined) return
    await recordExport(tx, null, { row, account }, state === 'done' ? 'completed' : 'failed', {}, now)
  })
}

/** Records how an export ended. */
const recordExport = changeRecorder(
  (
    { row, account }: { readonly row: CloudExportRow; readonly account: CloudAccountRow },
    verb: 'completed' | 'failed',
  ) => {
    const { id: cloudAccountId, environmentId, name } = account
    const { id: cloudExportId, contentId, title, written, reason } = row
    const files = written.flatMap(({ path, isDone }) => (isDone ? path : []))
    const data = { cloudAccountId, name, cloudExportId, contentId, title, files, reason }
    const object = { type: 'cloud_account', id: cloudAccountId, name } as const
    return { environmentId, object, event: { type: `video.cloud_account.export_${verb}` as const, data } }
  },
)

function reasonOf(error: unknown): CloudExportReason {
  if (error instanceof NotExported) return error.reason
  if (error instanceof ContentGone) return 'video-gone'
  if (error instanceof MediaRefused) return 'video-not-ready'
  if (error instanceof Problem) return reasonOfProblem(error)
  const fault = networkFault(error)
  return fault === null ? 'failed' : reasonOfFault(fault)
}

function reasonOfProblem({ id }: Problem): CloudExportReason {
  if (id === 'not-found') return 'video-gone'
  return id === 'storage-full' ? 'storage-full' : 'failed'
}

function reasonOfFault({ fault }: StoreFault): CloudExportReason {
  return fault === 'too-many' || fault === 'no-file' || fault === 'changed' ? 'failed' : fault
}
