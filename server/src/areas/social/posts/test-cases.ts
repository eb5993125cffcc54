import type { Case, Cases, Tenant } from '../../../contract/test-case.ts'
import { accountRow, postTo } from '../../../testing/social/accounts.ts'

export const cases: Cases = {
  createSocialUpload: async (tenant) => ({
    params: { id: await tenant.video() },
    body: await bodyOf(tenant),
  }),
  createSocialPosts: async (tenant) => ({
    body: { posts: [{ ...(await bodyOf(tenant)), contentId: await tenant.video() }] },
  }),
  listSocialUploads: ({ content }) => ({ params: { id: content.id } }),
  listSocialPosts: async (tenant) => ({ query: { accountId: await accountRow(tenant) } }),
  getSocialPost: draft,
  updateSocialPost: async (tenant) => ({ ...(await draft(tenant)), body: await bodyOf(tenant) }),
  publishSocialPost: draft,
  cancelSocialPost: draft,
  async resolveSocialPost(tenant) {
    const { params } = await draft(tenant)
    await tenant.sql(`UPDATE social_posts SET state = 'unknown' WHERE id = $1`, [params.id])
    return { params, body: { url: 'https://www.youtube.com/watch?v=aaaaaaaaaaa' } }
  },
}

async function bodyOf(tenant: Tenant) {
  return {
    accountId: await accountRow(tenant),
    title: 'Monsoon reaches Kerala',
    text: 'The rain is three days early.',
    tags: ['monsoon'],
    privacy: 'unlisted',
    publishAt: new Date(Date.now() + 86_400_000).toISOString(),
    zone: 'Asia/Kolkata',
    isDraft: true,
  }
}

async function draft(tenant: Tenant): Promise<Case & { readonly params: { readonly id: string } }> {
  const account = { id: await accountRow(tenant) }
  const { id } = await postTo(tenant.owner, await tenant.video(), account, { isDraft: true })
  return { params: { id } }
}
