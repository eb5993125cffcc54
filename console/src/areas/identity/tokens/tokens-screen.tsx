import type { ApiToken } from '@kinora/contract'
import { BookOpen } from '@phosphor-icons/react/dist/csr/BookOpen'
import { BracketsAngle } from '@phosphor-icons/react/dist/csr/BracketsAngle'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { CodeBlock } from '../../../ui/code-block'
import { LinkButton } from '../../../ui/link-button'
import { PagedList } from '../../../ui/paged-list'
import { SettingsPage } from '../../../ui/settings-page'
import { State } from '../../../ui/state'
import { Switch } from '../../../ui/switch'
import { settingsPageSize as pageSize } from '../search'
import { useWorkspace } from '../workspace'
import { creatingToken, type MadeToken, tokensQuery } from './queries'
import { useTokenColumns } from './token-columns'

const TokenForm = lazy(async () => ({ default: (await import('./token-form')).TokenForm }))
const TokenSecret = lazy(async () => ({
  default: (await import('./token-secret')).TokenSecret,
}))
const RenameToken = lazy(async () => ({
  default: (await import('./rename-token')).RenameToken,
}))
const RevokeToken = lazy(async () => ({
  default: (await import('./revoke-token')).RevokeToken,
}))

const route = getRouteApi('/$environmentId/settings/tokens')

export function TokensScreen() {
  const t = useText()
  const { environment, organization, isActing, can } = useWorkspace()
  const { page, revoked, new: making } = route.useSearch()
  const navigate = route.useNavigate()
  const [made, setMade] = useState<MadeToken>()
  const [renaming, setRenaming] = useState<ApiToken>()
  const [revoking, setRevoking] = useState<ApiToken>()
  const isCreating = useIsMutating(creatingToken) > 0
  const mayMake = can(['Settings', 'Api Access Token', 'create']) && !isActing
  const list = useQuery(tokensQuery(environment.id, { pageNum: page, pageSize, includeRevoked: revoked }))
  const columns = useTokenColumns({ onRename: setRenaming, onRevoke: setRevoking })
  const setDialogOpen = (open: boolean) =>
    void navigate({ search: (old) => ({ ...old, new: open }), replace: !open, resetScroll: false })
  const newToken = (
    <Button
      variant="primary"
      icon={<Plus size={16} />}
      disabled={!organization.isActive}
      onPress={() => setDialogOpen(true)}
    >
      {t('identity:tokens.new')}
    </Button>
  )
  return (
    <SettingsPage
      title={t('identity:tokens.title')}
      about={t('identity:tokens.about')}
      actions={
        <>
          <LinkButton
            from="/$environmentId/settings/tokens"
            to="/$environmentId/api-docs"
            icon={<BookOpen size={16} aria-hidden />}
            className="max-sm:hidden"
          >
            {t('identity:tokens.guide')}
          </LinkButton>
          {mayMake && newToken}
        </>
      }
    >
      <div className="flex justify-end py-2">
        <Switch
          on={revoked}
          onChange={(on) => void navigate({ search: { revoked: on }, replace: true, resetScroll: false })}
        >
          {t('identity:tokens.showRevoked')}
        </Switch>
      </div>
      <PagedList
        label={t('identity:tokens.title')}
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('identity:tokens.failed')}
        empty={
          <div className="pt-6">
            <State
              icon={<BracketsAngle size={20} />}
              title={t('identity:tokens.none')}
              actions={mayMake && newToken}
            >
              {t('identity:tokens.noneAbout')}
            </State>
          </div>
        }
      />
      <div className="mt-8 max-w-(--w-text)">
        <p className="mb-2 text-ink-2">{t('identity:tokens.usage')}</p>
        <CodeBlock label={t('identity:tokens.example')} code={example()} />
      </div>
      <Suspense>
        {(making || isCreating) && mayMake && organization.isActive && !made && (
          <TokenForm
            onClose={() => setDialogOpen(false)}
            onMade={(secret) => {
              setMade(secret)
              setDialogOpen(false)
            }}
          />
        )}
        {made && <TokenSecret made={made} onDone={() => setMade(undefined)} />}
        {renaming && <RenameToken token={renaming} onClose={() => setRenaming(undefined)} />}
        {revoking && <RevokeToken token={revoking} onClose={() => setRevoking(undefined)} />}
      </Suspense>
    </SettingsPage>
  )
}

function example(): string {
  return `curl -u "$KINORA_TOKEN_ID:$KINORA_TOKEN_SECRET" \\\n  ${location.origin}/video/api/v1/contents/paginated`
}
