import * as z from 'zod'
import { count, defineSettings } from '../../../platform/settings.ts'

export const securityLogSettings = defineSettings(
  {
    SECURITY_LOG_DAYS: count
      .max(3650)
      .default(365)
      .describe('Days that sign-ins, changes of credentials and rights, and refused calls are kept'),
    SYSLOG_URL: z
      .url({ protocol: /^(udp|tcp|tls)$/ })
      .optional()
      .describe(
        'Receiver of the security log as syslog messages (RFC 5424): `udp://host:514`, `tcp://host:514` or `tls://host:6514`',
      ),
    SYSLOG_CA: z
      .string()
      .min(1)
      .optional()
      .describe(
        'File with the certificate authority (PEM) of a `tls` receiver, if the system does not know it',
      ),
  },
  { SYSLOG_CA: ['SYSLOG_URL'] },
)
