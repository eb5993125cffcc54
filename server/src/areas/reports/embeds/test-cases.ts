import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { embedBody, newEmbed } from '../../../testing/reports/embeds.ts'
import { organizationOf } from '../../../testing/reports/reports.ts'

export const cases: Cases = {
  createEmbed: ({ owner }) => ({ params: organizationOf(owner), body: embedBody() }),
  listEmbeds: ({ owner }) => ({ params: organizationOf(owner), query: { phrase: 'gulf' } }),
  getEmbedCode: existing,
  revokeEmbed: existing,
  previewEmbed: ({ owner }) => {
    const { metrics, range } = embedBody()
    return { params: organizationOf(owner), body: { metrics, range } }
  },
  showEmbed: async ({ owner }) => ({ params: { embedId: (await newEmbed(owner)).id } }),
  // The signature is that of another embed.
  showEmbedPicture: async ({ owner }) => ({
    params: { embedId: (await newEmbed(owner)).id },
    query: { signature: 'a'.repeat(43) },
    answers: 'embed-over',
  }),
  // The secret is a header, which the matrix does not send.
  readEmbed: async ({ owner }) => ({
    params: { embedId: (await newEmbed(owner)).id },
    answers: 'embed-over',
  }),
}

async function existing({ owner }: Tenant): Promise<Case> {
  const { id } = await newEmbed(owner)
  return { params: { ...organizationOf(owner), id } }
}
