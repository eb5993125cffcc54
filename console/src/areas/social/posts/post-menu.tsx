import type { SocialPost } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { PaperPlaneTilt } from '@phosphor-icons/react/dist/csr/PaperPlaneTilt'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { X } from '@phosphor-icons/react/dist/csr/X'
import { Suspense, useState } from 'react'
import { isolate } from '../../../lib/browser/isolate'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { ConfirmAction } from '../../../ui/confirm-action'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useCancelPost, usePublishPost } from '../queries'

const ResolveForm = lazy(async () => ({ default: (await import('./resolve-form')).ResolveForm }))

interface PostMenuProps {
  readonly post: SocialPost
  readonly onEdit: () => void
}

/** Menu with the actions on a post that its state allows. */
export function PostMenu({ post, onEdit }: PostMenuProps) {
  const t = useText()
  const rights = useRights('Videos', 'Social Publish')
  const [open, setOpen] = useState<'again' | 'resolve' | null>(null)
  const publish = usePublishPost()
  const cancel = useCancelPost()
  const onError = useProblemToast(t('social:posts.notDone'))
  const actions = actionsOf(post)
  if (!rights.update || actions.size === 0) return null
  const name = post.title || post.accountName
  const done = (text: string) => ({ onSuccess: () => toast({ text, tone: 'good' }), onError })
  const start = () => publish.mutate(post, done(t('social:posts.started')))
  return (
    <>
      <Menu
        label={t('social:posts.of', { name })}
        trigger={<RowMenuButton label={t('social:posts.of', { name })} />}
      >
        {actions.has('edit') && (
          <MenuItem icon={<PencilSimple size={16} />} onAction={onEdit}>
            {t('social:posts.actions.edit')}
          </MenuItem>
        )}
        {actions.has('publish') && (
          <MenuItem icon={<PaperPlaneTilt size={16} />} onAction={start}>
            {t('social:posts.actions.publish')}
          </MenuItem>
        )}
        {actions.has('retry') && (
          <MenuItem icon={<ArrowClockwise size={16} />} onAction={start}>
            {t('social:posts.actions.retry')}
          </MenuItem>
        )}
        {actions.has('decide') && (
          <>
            <MenuItem icon={<LinkSimple size={16} />} onAction={() => setOpen('resolve')}>
              {t('social:posts.actions.resolve')}
            </MenuItem>
            <MenuItem icon={<ArrowClockwise size={16} />} onAction={() => setOpen('again')}>
              {t('social:posts.actions.again')}
            </MenuItem>
          </>
        )}
        {actions.has('cancel') && (
          <MenuItem
            danger
            icon={<X size={16} />}
            onAction={() => cancel.mutate(post, done(t('social:posts.canceledNow')))}
          >
            {t(actions.has('decide') ? 'social:posts.actions.notThere' : 'social:posts.actions.cancel')}
          </MenuItem>
        )}
      </Menu>
      {open === 'again' && (
        <ConfirmAction
          mutation={publish}
          of={post}
          title={t('social:posts.againTitle', { name: isolate(name) })}
          confirm={t('social:posts.actions.again')}
          cancel={t('social:posts.keep')}
          done={t('social:posts.started')}
          failed={t('social:posts.notDone')}
          onClose={() => setOpen(null)}
        >
          {t('social:posts.againAbout')}
        </ConfirmAction>
      )}
      <Suspense>{open === 'resolve' && <ResolveForm post={post} onClose={() => setOpen(null)} />}</Suspense>
    </>
  )
}

type Action = 'edit' | 'publish' | 'retry' | 'decide' | 'cancel'

function actionsOf({ state, accountId, remoteId }: SocialPost): ReadonlySet<Action> {
  const hasAccount = accountId !== null
  switch (state) {
    case 'draft':
    case 'scheduled':
      return new Set(hasAccount ? ['edit', 'publish', 'cancel'] : ['edit', 'cancel'])
    case 'uploading':
      return new Set(['cancel'])
    case 'processing':
      // A network that has named the post publishes it without Kinora.
      return new Set(remoteId === null ? ['cancel'] : [])
    case 'failed':
    case 'canceled':
      return new Set(hasAccount ? ['retry'] : [])
    case 'unknown':
      return new Set(['decide', 'cancel'])
    default:
      return new Set()
  }
}
