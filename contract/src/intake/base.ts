import * as z from 'zod/mini'
import { oneLine } from '../common.ts'
import { messages } from '../messages.gen.ts'
import { isFolderPath, watchLimits } from './values.ts'

type Action = 'create' | 'read' | 'update' | 'delete'

export const path = '/video/api/v1/watch_folders'
export const accountsPath = '/video/api/v1/cloud_accounts'
export const importsPath = '/video/api/v1/cloud_imports'
export const exportsPath = '/video/api/v1/cloud_exports'
export const exportRulesPath = '/video/api/v1/export_rules'
export const watchFolders = (action: Action) => ['Settings', 'Watch Folder', action] as const
export const cloudAccounts = (action: Action) => ['Settings', 'Cloud Connect', action] as const

export const cloudImports = (action: 'create' | 'read') => ['Videos', 'Cloud Import', action] as const
export const cloudExports = (action: 'create' | 'read') => ['Videos', 'Cloud Export', action] as const
export const exportRules = (action: Action) => ['Settings', 'Export Rules', action] as const

/** A folder below another one, with `/` between names. Empty for that one itself. */
export const folderPath = z
  .string()
  .check(z.maxLength(watchLimits.pathLength), oneLine, z.refine(isFolderPath, messages.folderPath))

/** A folder of a server, which may begin with `/`. Empty for the one that the server shows first. */
export const serverFolder = z.string().check(
  z.maxLength(watchLimits.pathLength),
  oneLine,
  z.refine((value) => isFolderPath(value.replace(/^\//, '')), messages.folderPath),
)
