// Written by `npm run generate`.
import { watchFileFeature } from './watch-files.ts'
import { watchFolderFeature } from './watch-folders.ts'

export * from './values.ts'
export * from './watch-files.ts'
export * from './watch-folders.ts'

export const intakeCalls = {
  ...watchFileFeature.calls,
  ...watchFolderFeature.calls,
}
