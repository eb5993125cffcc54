// Written by `npm run generate`.
import { cloudAccountFeature } from './cloud-accounts.ts'
import { cloudExportFeature } from './cloud-exports.ts'
import { cloudImportFeature } from './cloud-imports.ts'
import { exportRuleFeature } from './export-rules.ts'
import { watchFileFeature } from './watch-files.ts'
import { watchFolderFeature } from './watch-folders.ts'

export * from './cloud-accounts.ts'
export * from './cloud-exports.ts'
export * from './cloud-imports.ts'
export * from './export-rules.ts'
export * from './values.ts'
export * from './watch-files.ts'
export * from './watch-folders.ts'

export const intakeCalls = {
  ...cloudAccountFeature.calls,
  ...cloudExportFeature.calls,
  ...cloudImportFeature.calls,
  ...exportRuleFeature.calls,
  ...watchFileFeature.calls,
  ...watchFolderFeature.calls,
}
