import { type PlaybackPolicy, playbackPolicies } from '@kinora/contract/library/values'
import { type PreferenceScope, usePreference } from '../../lib/browser/preferences'
import * as read from '../../lib/browser/read'
import { useWorkspace } from '../identity'
import { type ListView, listViews, type PageSize, pageSizes, usualPageSize } from './search'

const pageSize = read.oneOf(pageSizes, usualPageSize)

/** The current user in the current environment. */
export function usePreferenceScope(): PreferenceScope {
  const { user, organization, environment } = useWorkspace()
  return { userId: user.id, organizationId: organization.id, environmentId: environment.id }
}

export function usePageSize() {
  return usePreference<PageSize>(usePreferenceScope(), 'videos.pageSize', pageSize)
}

const uploadPolicy = read.oneOf(playbackPolicies, 'public')

/** The playback policy for the user's next uploads. */
export function useUploadPolicy() {
  return usePreference<PlaybackPolicy>(usePreferenceScope(), 'uploads.playbackPolicy', uploadPolicy)
}

const uploadProfile = read.text(null)

/** The encoding profile for the user's next uploads; null for the environment's default. */
export function useUploadProfile() {
  return usePreference<string | null>(usePreferenceScope(), 'uploads.encodingProfile', uploadProfile)
}

const listView = read.oneOf(listViews, 'table')

export function useVideosView() {
  return usePreference<ListView>(usePreferenceScope(), 'videos.view', listView)
}

export function useDamView() {
  return usePreference<ListView>(usePreferenceScope(), 'dam.view', listView)
}

export function useDamPageSize() {
  return usePreference<PageSize>(usePreferenceScope(), 'dam.pageSize', pageSize)
}

const treeShown = read.flag(true)

/** Whether the folder tree is visible. */
export function useTreeShown() {
  return usePreference<boolean>(usePreferenceScope(), 'dam.tree', treeShown)
}
