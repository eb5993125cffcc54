import { socialNetworks } from '@kinora/contract'
import * as z from 'zod'
import { count, defineSettings, hostOf, isLoopback } from '../../../platform/settings.ts'

const PATTERN = /^([a-z]+)=(https?:\/\/[^/?#]+)$/

/** Origins of other servers that speak like a network, by its name. */
const origins = z
  .string()
  .default('')
  .transform((text, context) => {
    const known = new Map<string, string>()
    for (const each of text.split(',').map((entry) => entry.trim())) {
      if (each === '') continue
      const [, name = '', origin = ''] = PATTERN.exec(each) ?? []
      if (socialNetworks.some((network) => network === name) && URL.canParse(origin)) known.set(name, origin)
      else context.addIssue('Enter networks such as youtube=http://127.0.0.1:9000')
    }
    return known as ReadonlyMap<string, string>
  })

export const socialSettings = defineSettings(
  {
    SOCIAL_URLS: origins.describe(
      'Origins of other servers that speak like social networks, for tests, such as `youtube=http://127.0.0.1:9000`',
    ),
    SOCIAL_POLL_MS: count
      .max(60_000)
      .default(1000)
      .describe('Milliseconds between two searches for posts that are due'),
  },
  {},
  [
    {
      name: 'SOCIAL_URLS',
      isPlain: ({ SOCIAL_URLS: given }) =>
        given instanceof Map &&
        [...given.values()].some((origin) => /^http:/.test(String(origin)) && !isLoopback(hostOf(origin))),
      advice: 'use https:',
    },
  ],
)
