import { standardProfileId } from '@kinora/contract'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import type { UsedProfile } from '../contents/content-facts.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { contentWatermarkKey, watermarkKey } from '../files/storage-keys.ts'
import type { Library } from '../library.ts'
import { assertEncodable } from './encoding-capabilities.ts'
import { getProfile, listProfiles } from './encoding-profile-view.ts'
import { copyWatermark } from './watermarks.ts'

/** A profile by value, with what a video needs of its own. */
export interface ChosenProfile {
  /** Null for the built-in one. */
  readonly profile: UsedProfile | null
  /** In the transaction that gives it to the video. */
  keep(tx: Transaction): Promise<void>
}

/**
 * What a video will be made with: the profile that is asked for, else the environment's default.
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

/** That it can be chosen; null for the default. @throws problem not-found */
export async function assertProfileExists(
  db: Queryable,
  environmentId: string,
  id: string | null,
): Promise<void> {
  if (id !== null && id !== standardProfileId) await getProfile(db, environmentId, id)
}

/** What was cut out of a video is made as that was. @throws problem not-found, storage-full */
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
