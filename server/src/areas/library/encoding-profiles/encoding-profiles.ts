import {
  type EncodingProfile,
  type EncodingProfileBody,
  encodingProfileLimits,
  messages,
  standardProfileId,
} from '@kinora/contract'
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../../platform/database/database.ts'
import { uuidv7 } from '../../../platform/database/ids.ts'
import { audit, changesBetween, type Deed } from '../../../platform/events/audit.ts'
import { emit } from '../../../platform/events/outbox.ts'
import { problem } from '../../../platform/problem.ts'
import type { ProfileSettings } from '../contents/content-facts.ts'
import type { Doer } from '../contents/contents.ts'
import type { Library } from '../library.ts'
import { assertEncodable } from './encoding-capabilities.ts'
import {
  type ProfileRow,
  profileOf,
  profilesOf,
  profileView,
  standardProfile,
  standardView,
} from './encoding-profile-view.ts'
import { encodingProfiles } from './tables.ts'
import { letGoOfWatermark, type Promised, storeWatermark } from './watermarks.ts'

/** @throws problem name-taken, limit-reached, codec-unavailable, image-unreadable, request-invalid, storage-full */
export async function createProfile(
  library: Library,
  doer: Doer,
  body: EncodingProfileBody,
): Promise<EncodingProfile> {
  const { environmentId } = doer.scope
  const settings = settingsOf(body)
  assertEncodable(library, settings)
  const watermark = await newWatermark(library, environmentId, body)
  if (settings.watermark !== null && watermark === null) throw withoutPicture()
  return library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const others = await profilesOf(tx, environmentId)
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
      createdBy: doer.actor.name,
      createdAt: at,
      updatedAt: at,
    }
    await tx.insert(encodingProfiles).values(row)
    await tell(library, tx, doer, row, 'created', { after: factsOf(row) })
    return profileView(row)
  })
}

/** @throws problem not-found, profile-built-in, and whatever `createProfile` does */
export async function updateProfile(
  library: Library,
  doer: Doer,
  id: string,
  body: EncodingProfileBody,
): Promise<EncodingProfile> {
  const { environmentId } = doer.scope
  if (id === standardProfileId) throw problem('profile-built-in')
  await profileOf(library.db, environmentId, id)
  const settings = settingsOf(body)
  assertEncodable(library, settings)
  const watermark = await newWatermark(library, environmentId, body)
  return library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const before = await profileOf(tx, environmentId, id)
    const others = await profilesOf(tx, environmentId)
    assertNameFree(
      others.filter((other) => other.id !== id),
      body.name,
    )
    await watermark?.keep(tx)
    const watermarkId = settings.watermark === null ? null : (watermark?.id ?? before.watermarkId)
    if (settings.watermark !== null && watermarkId === null) throw withoutPicture()
    if (watermarkId !== before.watermarkId)
      await letGoOfWatermark(library, tx, environmentId, before.watermarkId)
    const change = { name: body.name, settings, watermarkId, updatedAt: library.clock.now() }
    const row = { ...before, ...change }
    await tx.update(encodingProfiles).set(change).where(eq(encodingProfiles.id, id))
    const changes = changesBetween(factsOf(before), factsOf(row))
    if (changes !== null) await tell(library, tx, doer, row, 'updated', changes)
    return profileView(row)
  })
}

/** Videos remember what they were made with. @throws problem not-found, profile-built-in, profile-default */
export async function deleteProfile(library: Library, doer: Doer, id: string): Promise<void> {
  const { environmentId } = doer.scope
  if (id === standardProfileId) throw problem('profile-built-in')
  await library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const row = await profileOf(tx, environmentId, id)
    if (row.isDefault) throw problem('profile-default')
    await tx.delete(encodingProfiles).where(eq(encodingProfiles.id, id))
    await letGoOfWatermark(library, tx, environmentId, row.watermarkId)
    await tell(library, tx, doer, row, 'deleted', { before: factsOf(row) })
  })
}

/** @throws problem not-found, codec-unavailable */
export async function makeDefaultProfile(library: Library, doer: Doer, id: string): Promise<EncodingProfile> {
  const { environmentId } = doer.scope
  return library.db.transaction(async (tx) => {
    await lockProfiles(tx, environmentId)
    const isStandard = id === standardProfileId
    const row = isStandard ? null : await profileOf(tx, environmentId, id)
    if (row !== null) assertEncodable(library, row.settings)
    const old = (await profilesOf(tx, environmentId)).find(({ isDefault }) => isDefault)
    const before = { default: old?.name ?? standardProfile.name }
    const after = { default: row?.name ?? standardProfile.name }
    const isDefault = eq(encodingProfiles.isDefault, true)
    await tx
      .update(encodingProfiles)
      .set({ isDefault: false })
      .where(and(eq(encodingProfiles.environmentId, environmentId), isDefault))
    if (row !== null)
      await tx.update(encodingProfiles).set({ isDefault: true }).where(eq(encodingProfiles.id, id))
    const chosen = row ?? { id: standardProfileId, name: standardProfile.name }
    if (old?.id !== row?.id) await tell(library, tx, doer, chosen, 'chosen', { before, after })
    return row === null ? standardView(environmentId, true) : profileView({ ...row, isDefault: true })
  })
}

function settingsOf({ name: _name, watermark, ...rest }: EncodingProfileBody): ProfileSettings {
  const rungs = rest.rungs.toSorted((a, b) => a.lines - b.lines)
  if (watermark === null) return { ...rest, rungs, watermark }
  const { file: _file, ...place } = watermark
  return { ...rest, rungs, watermark: place }
}

async function newWatermark(
  library: Library,
  environmentId: string,
  { watermark }: EncodingProfileBody,
): Promise<Promised | null> {
  return watermark?.file === undefined ? null : storeWatermark(library, environmentId, watermark.file)
}

function withoutPicture() {
  return problem('request-invalid', {
    errors: [{ path: 'body.watermark.file', message: messages.watermarkRequired }],
  })
}

/** One change of an environment's profiles at a time: of many defaults or names none would be one. */
async function lockProfiles(tx: Transaction, environmentId: string): Promise<void> {
  const name = `encoding profiles ${environmentId}`
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

function assertNameFree(others: readonly Pick<ProfileRow, 'name'>[], name: string): void {
  const taken = [standardProfile, ...others].map((other) => other.name.toLowerCase())
  if (taken.includes(name.toLowerCase())) throw problem('name-taken')
}

function factsOf({ name, settings, watermarkId }: ProfileRow) {
  return { name, ...settings, watermarkPicture: watermarkId }
}

/** Announces and writes down what was done to a profile, in the transaction that does it. */
async function tell(
  { clock }: Library,
  tx: Transaction,
  { actor, scope }: Doer,
  { id, name }: Pick<ProfileRow, 'id' | 'name'>,
  deed: 'created' | 'updated' | 'chosen' | 'deleted',
  changes: Pick<Deed, 'before' | 'after'>,
): Promise<void> {
  const { organizationId, environmentId } = scope
  const at = clock.now()
  await emit(tx, {
    environmentId,
    type: `video.encoding_profile.${deed === 'chosen' ? 'updated' : deed}`,
    objectType: 'encoding_profile',
    objectId: id,
    data: { name },
    at,
  })
  await audit(tx, {
    organizationId,
    environmentId,
    action: `encoding_profile.${deed}`,
    actor,
    object: { type: 'encoding_profile', id, name },
    ...changes,
    at,
  })
}
