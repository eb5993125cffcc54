// Written by `npm run generate`.
import { cloudAccountFeature } from './cloud-accounts.ts'
import { cloudImportFeature } from './cloud-imports.ts'
import { watchFileFeature } from './watch-files.ts'
import { watchFolderFeature } from './watch-folders.ts'

export * from './cloud-accounts.ts'
export * from './cloud-imports.ts'
export * from './values.ts'
export * from './watch-files.ts'
export * from './watch-folders.ts'

export const intakeCalls = {
  ...cloudAccountFeature.calls,
  ...cloudImportFeature.calls,
  ...watchFileFeature.calls,
  ...watchFolderFeature.calls,
}
