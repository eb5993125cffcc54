import { standardProfileId } from '@kinora/contract'
import { type Encoding, STANDARD_ENCODING } from '@kinora/media'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { UsedProfile } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentWatermarkKey, watermarkKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { assertEncodable } from './encoding-capabilities.ts'
import { getProfile, listProfiles } from './encoding-profile-view.ts'
import { copyWatermark } from './watermarks.ts'

/** A copy of a profile for one video. */
export interface ChosenProfile {
  /** Null for the built-in profile. */
  readonly profile: UsedProfile | null
  /** Keeps the copied watermark; called in the transaction that stores the profile with the video. */
  keep(tx: Transaction): Promise<void>
}

/**
 * The profile for a new video: the requested one, else the environment's default.
 * @throws problem not-found, codec-unavailable, storage-full
 */
export async function chooseProfile(
  library: Library,
  environmentId: string,
  contentId: string,
  profileId: string | undefined,
): Promise<ChosenProfile> {
  const row =
    profileId === undefined
      ? (await listProfiles(library.db, environmentId)).find(({ isDefault }) => isDefault)
      : profileId === standardProfileId
        ? undefined
        : await getProfile(library.db, environmentId, profileId)
  if (row === undefined) return { profile: null, keep: async () => undefined }
  const { id, name, settings, watermarkId } = row
  assertEncodable(library, settings)
  const from = watermarkId === null ? null : watermarkKey(environmentId, watermarkId)
  const copy = from === null ? null : await copyWatermark(library, environmentId, from, contentId)
  return {
    profile: { id, name, builtIn: null, settings, watermarkId: copy?.id ?? null },
    keep: async (tx) => copy?.keep(tx),
  }
}

/** Rungs of a profile, or of the environment's default for null. Those of the built-in profile if it was deleted. */
export async function getProfileRungs(
  db: Queryable,
  environmentId: string,
  profileId: string | null,
): Promise<Encoding['rungs']> {
  const rows = profileId === standardProfileId ? [] : await listProfiles(db, environmentId)
  const row = rows.find(({ id, isDefault }) => (profileId === null ? isDefault : id === profileId))
  return row?.settings.rungs ?? STANDARD_ENCODING.rungs
}

/** Checks that a profile exists; null is the default. @throws problem not-found */
export async function assertProfileExists(
  db: Queryable,
  environmentId: string,
  id: string | null,
): Promise<void> {
  if (id !== null && id !== standardProfileId) await getProfile(db, environmentId, id)
}

/** Copies the profile of a video for its clip. @throws problem not-found, storage-full */
export async function copyProfile(
  library: Library,
  { id, environmentId, profile }: ContentRow,
  contentId: string,
): Promise<ChosenProfile> {
  const watermarkId = profile?.watermarkId ?? null
  if (profile === null || watermarkId === null) return { profile, keep: async () => undefined }
  const from = contentWatermarkKey(id, watermarkId)
  const copy = await copyWatermark(library, environmentId, from, contentId)
  return { profile: { ...profile, watermarkId: copy.id }, keep: copy.keep }
}
