import {
  type EncodingProfile,
  type EncodingProfileBody,
  encodingProfileLimits,
  messages,
  standardProfileId,
} from '@kinora/contract'
import { and, eq } from 'drizzle-orm'
import type { Caller } from '../../../platform/auth.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { takeLock } from '../../../platform/database/locks.ts'
import { rowOf } from '../../../platform/database/row-of.ts'
import { changesBetween } from '../../../platform/events/audit.ts'
import { changeRecorder } from '../../../platform/events/changes.ts'
import { problem } from '../../../platform/problem.ts'
import type { ProfileSettings } from '../contents/content-facts.ts'
import { standardProfile } from '../contents/standard-profile.ts'
import type { Library } from '../library.ts'
import { assertEncodable } from './encoding-capabilities.ts'
import {
  getProfile,
  listProfiles,
  type ProfileRow,
  profileView,
  standardView,
} from './encoding-profile-view.ts'
import { encodingProfiles } from './tables.ts'
import { type PendingFile, releaseWatermark, storeWatermark } from './watermarks.ts'

/** @throws problem name-taken, limit-reached, codec-unavailable, image-unreadable, request-invalid, storage-full */
export async function createProfile(
  library: Library,
  caller: Caller,
  body: EncodingProfileBody,
): Promise<EncodingProfile> {
  const { environmentId } = caller.scope
  const settings = settingsOf(body)
  assertEncodable(library, settings)
  const watermark = await newWatermark(library, environmentId, body)
  if (settings.watermark !== null && watermark === null) throw missingImageProblem()
  return library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const others = await listProfiles(tx, environmentId)
    if (others.length >= encodingProfileLimits.most)
      throw problem('limit-reached', { detail: `At most ${encodingProfileLimits.most} profiles` })
    assertNameFree(others, body.name)
    await watermark?.keep(tx)
    const at = library.clock.now()
    const row: ProfileRow = {
      id: uuidv7(at.getTime()),
      environmentId,
      name: body.name,
      settings,
      watermarkId: watermark?.id ?? null,
      isDefault: false,
      createdBy: caller.actor.name,
      createdAt: at,
      updatedAt: at,
    }
    await tx.insert(encodingProfiles).values(row)
    await recordProfile(tx, caller, row, 'created', { after: factsOf(row) }, at)
    return profileView(row)
  })
}

/** @throws problem not-found, profile-built-in, and the problems of `createProfile` */
export async function updateProfile(
  library: Library,
  caller: Caller,
  id: string,
  body: EncodingProfileBody,
): Promise<EncodingProfile> {
  const { environmentId } = caller.scope
  if (id === standardProfileId) throw problem('profile-built-in')
  await getProfile(library.db, environmentId, id)
  const settings = settingsOf(body)
  assertEncodable(library, settings)
  const watermark = await newWatermark(library, environmentId, body)
  return library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const before = await getProfile(tx, environmentId, id)
    const others = await listProfiles(tx, environmentId)
    assertNameFree(
      others.filter((other) => other.id !== id),
      body.name,
    )
    await watermark?.keep(tx)
    const watermarkId = settings.watermark === null ? null : (watermark?.id ?? before.watermarkId)
    if (settings.watermark !== null && watermarkId === null) throw missingImageProblem()
    if (watermarkId !== before.watermarkId)
      await releaseWatermark(library, tx, environmentId, before.watermarkId)
    const change = { name: body.name, settings, watermarkId, updatedAt: library.clock.now() }
    const row = { ...before, ...change }
    await tx.update(encodingProfiles).set(change).where(rowOf(encodingProfiles, { environmentId, id }))
    const changes = changesBetween(factsOf(before), factsOf(row))
    if (changes !== null) await recordProfile(tx, caller, row, 'updated', changes, row.updatedAt)
    return profileView(row)
  })
}

/** Videos have their own copy of the profile. @throws problem not-found, profile-built-in, profile-default */
export async function deleteProfile(library: Library, caller: Caller, id: string): Promise<void> {
  const { environmentId } = caller.scope
  if (id === standardProfileId) throw problem('profile-built-in')
  await library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const row = await getProfile(tx, environmentId, id)
    if (row.isDefault) throw problem('profile-default')
    await tx.delete(encodingProfiles).where(rowOf(encodingProfiles, { environmentId, id }))
    await releaseWatermark(library, tx, environmentId, row.watermarkId)
    await recordProfile(tx, caller, row, 'deleted', { before: factsOf(row) }, library.clock.now())
  })
}

/** @throws problem not-found, codec-unavailable */
export async function makeDefaultProfile(
  library: Library,
  caller: Caller,
  id: string,
): Promise<EncodingProfile> {
  const { environmentId } = caller.scope
  return library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const isStandard = id === standardProfileId
    const row = isStandard ? null : await getProfile(tx, environmentId, id)
    if (row !== null) assertEncodable(library, row.settings)
    const old = (await listProfiles(tx, environmentId)).find(({ isDefault }) => isDefault)
    const before = { default: old?.name ?? standardProfile.name }
    const after = { default: row?.name ?? standardProfile.name }
    const isDefault = eq(encodingProfiles.isDefault, true)
    await tx
      .update(encodingProfiles)
      .set({ isDefault: false })
      .where(and(eq(encodingProfiles.environmentId, environmentId), isDefault))
    if (row !== null)
      await tx
        .update(encodingProfiles)
        .set({ isDefault: true })
        .where(rowOf(encodingProfiles, { environmentId, id }))
    const chosen = row ?? { id: standardProfileId, name: standardProfile.name }
    if (old?.id !== row?.id)
      await recordProfile(tx, caller, chosen, 'chosen', { before, after }, library.clock.now())
    return row === null ? standardView(environmentId, true) : profileView({ ...row, isDefault: true })
  })
}

function settingsOf({ name: _name, watermark, ...rest }: EncodingProfileBody): ProfileSettings {
  const rungs = rest.rungs.toSorted((a, b) => a.lines - b.lines)
  if (watermark === null) return { ...rest, rungs, watermark }
  const { file: _file, ...placement } = watermark
  return { ...rest, rungs, watermark: placement }
}

async function newWatermark(
  library: Library,
  environmentId: string,
  { watermark }: EncodingProfileBody,
): Promise<PendingFile | null> {
  return watermark?.file === undefined ? null : storeWatermark(library, environmentId, watermark.file)
}

function missingImageProblem() {
  return problem('request-invalid', {
    errors: [{ path: 'body.watermark.file', message: messages.watermarkRequired }],
  })
}

/**
 * Allows one change of an environment's profiles at a time, so that names stay unique and one profile is the default.
 */
async function lockProfiles(tx: Transaction, environmentId: string): Promise<void> {
  await takeLock(tx, `encoding profiles ${environmentId}`)
}

function assertNameFree(others: readonly Pick<ProfileRow, 'name'>[], name: string): void {
  const taken = [standardProfile, ...others].map((other) => other.name.toLowerCase())
  if (taken.includes(name.toLowerCase())) throw problem('name-taken')
}

function factsOf({ name, settings, watermarkId }: ProfileRow) {
  return { name, ...settings, watermarkPicture: watermarkId }
}

type Verb = 'created' | 'updated' | 'chosen' | 'deleted'

const recordProfile = changeRecorder(({ id, name }: Pick<ProfileRow, 'id' | 'name'>, verb: Verb) => ({
  object: { type: 'encoding_profile', id, name },
  event: { type: `video.encoding_profile.${verb === 'chosen' ? 'updated' : verb}`, data: { name } },
  action: `encoding_profile.${verb}`,
}))
