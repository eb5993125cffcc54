import { type PlaybackPolicy, playbackPolicies } from '@kinora/contract/library'
import * as z from 'zod/mini'
import { type PreferenceScope, usePreference } from '../../../lib/browser/preferences'
import { useHere } from '../../identity'
import { type DamView, damViews, type PageSize, pageSizes, usualPageSize } from '../search'

const pageSize = z.catch(z.literal(pageSizes), usualPageSize)

/** The person, here. */
export function usePreferenceScope(): PreferenceScope {
  const { user, organization, environment } = useHere()
  return { userId: user.id, organizationId: organization.id, environmentId: environment.id }
}

export function usePageSize() {
  return usePreference<PageSize>(usePreferenceScope(), 'videos.pageSize', pageSize)
}

const uploadPolicy = z.catch(z.enum(playbackPolicies), 'public')

/** Who may watch what the person uploads from now on. */
export function useUploadPolicy() {
  return usePreference<PlaybackPolicy>(usePreferenceScope(), 'uploads.playbackPolicy', uploadPolicy)
}

const uploadProfile = z.catch(z.nullable(z.string()), null)

/** Id of the encoding profile of what the person uploads from now on; null leaves it to the environment. */
export function useUploadProfile() {
  return usePreference<string | null>(usePreferenceScope(), 'uploads.encodingProfile', uploadProfile)
}

const damView = z.catch(z.enum(damViews), 'table')

export function useDamView() {
  return usePreference<DamView>(usePreferenceScope(), 'dam.view', damView)
}

export function useDamPageSize() {
  return usePreference<PageSize>(usePreferenceScope(), 'dam.pageSize', pageSize)
}

const treeShown = z.catch(z.boolean(), true)

/** Whether the tree of folders stands at the side. */
export function useTreeShown() {
  return usePreference<boolean>(usePreferenceScope(), 'dam.tree', treeShown)
}
