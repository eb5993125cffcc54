import type { Feature } from '../../../platform/area.ts'
import { defineHandler } from '../../../platform/jobs/jobs.ts'
import type { Identity } from '../identity.ts'
import { codeJob } from './jobs.ts'
import { pruneAccounts } from './prune.ts'
import { accountRoutes, installationRoutes, signInRoutes } from './routes.ts'
import { sendCode } from './send-code.ts'

export const feature: Feature<Identity> = {
  jobs: (identity) => [
    defineHandler({
      definition: codeJob,
      run: (request, { isRetry }) => sendCode(identity, request, isRetry),
      // The sign-in screen offers to send another code.
      failed: async () => undefined,
    }),
  ],
  sweeps: (identity) => ({ 'identity.accounts': () => pruneAccounts(identity) }),
  routes(server, identity) {
    signInRoutes(server, identity)
    accountRoutes(server, identity)
    installationRoutes(server, identity)
  },
}
