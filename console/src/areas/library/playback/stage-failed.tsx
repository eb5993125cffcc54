import type { Content } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { Swap } from '@phosphor-icons/react/dist/csr/Swap'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { WarningCircle } from '@phosphor-icons/react/dist/csr/WarningCircle'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Button } from '../../../ui/button'
import { useRights } from '../../identity'
import { videoItem } from '../parts/item'
import { errorText, isReplaceable, isRetryable } from '../parts/status'
import { useRetry } from '../parts/use-retry'
import { rightsOn } from '../rights'

const DeleteDialog = lazy(async () => ({ default: (await import('../items/delete-dialog')).DeleteDialog }))
const ReplaceDialog = lazy(async () => ({
  default: (await import('../replace/replace-dialog')).ReplaceDialog,
}))

/** Explains why the video cannot be played, with the actions that can help. */
export function StageFailed({ content }: { readonly content: Content }) {
  const t = useText()
  const navigate = useNavigate()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { retry, busy } = useRetry(content)
  const [dialog, setDialog] = useState<'replace' | 'delete'>()
  const close = () => setDialog(undefined)
  const { error, environmentId } = content
  const mayRetry = rights.update && isRetryable(content)
  const mayReplace = rights.update && rights.create && isReplaceable(content)
  return (
    <div
      data-theme="dark"
      className="absolute inset-0 grid place-content-center justify-items-center overflow-y-auto p-6 text-center text-ink"
    >
      <WarningCircle size={28} className="text-bad" aria-hidden />
      <p className="mt-3 text-16 font-head text-balance">{t('library:status.failed')}</p>
      {error && (
        <>
          <p className="mt-1 text-balance">{errorText(t, error)}</p>
          <p className="mt-1 max-w-100 text-pretty text-ink-2">{t(`library:hints.${hintFor(error)}`)}</p>
        </>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2 empty:hidden">
        {mayRetry && (
          <Button variant="primary" busy={busy} icon={<ArrowClockwise size={16} />} onPress={retry}>
            {t('library:actions.retry')}
          </Button>
        )}
        {mayReplace && (
          <Button
            {...(!mayRetry && { variant: 'primary' as const })}
            icon={<Swap size={16} />}
            onPress={() => setDialog('replace')}
          >
            {t('library:replacing.title')}
          </Button>
        )}
        {rights.delete && (
          <Button icon={<Trash size={16} />} onPress={() => setDialog('delete')}>
            {t('library:actions.delete')}
          </Button>
        )}
      </div>
      <Suspense>
        {dialog === 'replace' && <ReplaceDialog content={content} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteDialog
            items={[videoItem(content)]}
            onClose={close}
            onDeleted={() => void navigate({ to: '/$environmentId/videos', params: { environmentId } })}
          />
        )}
      </Suspense>
    </div>
  )
}

function hintFor({ id, retryable }: NonNullable<Content['error']>): 'retry' | 'address' | 'file' {
  if (retryable) return 'retry'
  return id.startsWith('download') ? 'address' : 'file'
}
