import type { Feature } from '../../../platform/area.ts'
import { secretColumns } from '../../../platform/keys/sealed-columns.ts'
import type { Live } from '../live.ts'
import { liveRelayKeys } from './tables.ts'

export const feature: Feature<Live> = {
  sealed: secretColumns(liveRelayKeys.keyEncrypted),
}
