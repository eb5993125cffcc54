import { FileXls } from '@phosphor-icons/react/dist/csr/FileXls'
import { FilmStrip } from '@phosphor-icons/react/dist/csr/FilmStrip'
import { FolderPlus } from '@phosphor-icons/react/dist/csr/FolderPlus'
import { FolderSimple } from '@phosphor-icons/react/dist/csr/FolderSimple'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Stack } from '@phosphor-icons/react/dist/csr/Stack'
import { lazy } from 'react'
import type { Area } from '../../lib/area'
import { followContents } from './live'
import { folderSearchSource, videoSearchSource } from './search-sources'

export { useProfileName } from './encoding-profiles/profile-name'
export { profileChoicesQuery } from './encoding-profiles/queries'
export { Facts } from './parts/facts'
export { columnsLook, sectionHeadLook, sectionTitleLook } from './parts/video-overview-look'
export type { LaneParts } from './playback/stage-with-lane'
export { renewalDelay } from './playback-token'
export { contentQuery } from './queries'
export type { BulkVideoProps, CostProps, UploadSourceProps, VideoPartProps } from './slots'

// The shell loads this file, so components for other areas load when they are shown.
type Parts = typeof import('./recording-parts')
const part = <Name extends keyof Parts>(name: Name) =>
  lazy(async () => ({ default: (await import('./recording-parts'))[name] }))

export const ProfileSelect = lazy(async () => ({
  default: (await import('./encoding-profiles/profile-select')).ProfileSelect,
}))
export const ChosenProfileName = lazy(async () => ({
  default: (await import('./encoding-profiles/profile-select')).ChosenProfileName,
}))
export const Cost = lazy(async () => ({ default: (await import('./cost')).Cost }))
export const ClipList = part('ClipList')
export const KnownRules = part('KnownRules')
export const PlaybackRulesDialog = part('PlaybackRulesDialog')
export const FolderFilter = part('FolderFilter')
export const FolderSelect = part('FolderSelect')
export const StageWithLane = part('StageWithLane')
export const FrameAt = part('FrameAt')
export const Stage = part('Stage')
export const SavedViews = part('SavedViews')
export const ThumbnailsTab = lazy(async () => ({
  default: (await import('./images/thumbnails-tab')).ThumbnailsTab,
}))
export const MetadataTab = lazy(async () => ({
  default: (await import('./metadata/metadata-tab')).MetadataTab,
}))
export const RangeTimeline = part('RangeTimeline')
export const DeleteVideo = part('DeleteVideo')
export const UrlBuilder = lazy(async () => ({
  default: (await import('./sharing/url-builder')).UrlBuilder,
}))
export const VideoSelect = lazy(async () => ({
  default: (await import('./contents/video-select')).VideoSelect,
}))
export const KnownMetadata = lazy(async () => ({
  default: (await import('./metadata/known-metadata')).KnownMetadata,
}))
export const MetadataEditor = lazy(async () => ({
  default: (await import('./metadata/metadata-form')).MetadataEditor,
}))

const to = '/$environmentId/videos'
const dam = '/$environmentId/dam'
const profiles = '/$environmentId/settings/encoding-profiles'

export const library: Area = {
  nav: [
    {
      group: 'library',
      to,
      label: (t) => t('library:videos.title'),
      icon: FilmStrip,
      right: ['Videos', 'Video', 'read'],
      keys: 'g v',
    },
    {
      group: 'library',
      to: dam,
      label: (t) => t('library:dam.title'),
      short: (t) => t('library:dam.short'),
      icon: FolderSimple,
      right: ['DAM', 'Folder', 'read'],
      keys: 'g d',
    },
  ],
  commands: [
    {
      to,
      label: (t) => t('library:fromUrl.title'),
      icon: LinkSimple,
      href: (environmentId) => `/${environmentId}/videos?add=url`,
      right: ['Videos', 'Video', 'create'],
    },
    {
      to,
      label: (t) => t('library:import.title'),
      icon: FileXls,
      href: (environmentId) => `/${environmentId}/videos/import`,
      right: ['Videos', 'Video', 'create'],
    },
    {
      to: dam,
      label: (t) => t('library:folder.new'),
      icon: FolderPlus,
      href: (environmentId) => `/${environmentId}/dam?add=folder`,
      right: ['DAM', 'Folder', 'create'],
    },
    {
      to: profiles,
      label: (t) => t('library:profiles.new'),
      icon: Stack,
      href: (environmentId) => `/${environmentId}/settings/encoding-profiles/new`,
      right: ['Settings', 'Encoding Profile', 'create'],
    },
  ],
  settings: [
    {
      group: 'programs',
      to: profiles,
      label: (t) => t('library:profiles.title'),
      icon: Stack,
      right: ['Settings', 'Encoding Profile', 'read'],
    },
  ],
  searchSources: [videoSearchSource, folderSearchSource],
  roleFilter: lazy(async () => ({ default: (await import('./role-filter/role-filter')).RoleFilterFields })),
  follow: followContents,
  tray: lazy(async () => ({ default: (await import('./uploads/tray')).Tray })),
}
