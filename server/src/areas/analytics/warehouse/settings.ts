import * as z from 'zod'
import { bytes, defineSettings, GIB, httpLink, MIB, secret } from '../../../platform/settings.ts'

export const warehouseSettings = defineSettings(
  {
    CLICKHOUSE_URL: secret(
      z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe(
          'ClickHouse for analytics, such as `http://user:password@host:8123/database`; an embedded one is started if unset, on Linux with glibc',
        ),
    ),
    WAREHOUSE_MEMORY_BYTES: bytes
      .min(512 * MIB)
      .default(2 * GIB)
      .describe('Maximum memory of the embedded ClickHouse, in bytes'),
  },
  {},
  [httpLink('CLICKHOUSE_URL')],
)
