import { SidebarSimple } from '@phosphor-icons/react/dist/csr/SidebarSimple'
import { type ReactNode, Suspense } from 'react'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { below, useMedia } from '../../../lib/media'
import { cx } from '../../../ui/cx'
import { IconButton } from '../../../ui/icon-button'
import { Skeleton } from '../../../ui/skeleton'
import { useTreeShown } from '../preferences'

const StorageMeter = lazy(async () => ({ default: (await import('./storage-meter')).StorageMeter }))
const FolderTree = lazy(async () => ({ default: (await import('./folder-tree')).FolderTree }))

interface FolderSideProps {
  readonly current: string | undefined
  readonly children: ReactNode
}

/** The folder tree beside the open folder, on wide windows and if the user has not hidden it. */
export function FolderSide({ current, children }: FolderSideProps) {
  const t = useText()
  const narrow = useMedia(below.lg)
  const [shown, setShown] = useTreeShown()
  if (narrow) return children
  return (
    <div className="flex min-h-full">
      <aside
        aria-label={t('library:dam.folders')}
        className={cx('shrink-0 border-e border-rule', shown ? 'w-[236px]' : 'w-12')}
      >
        <div
          className={cx(
            'sticky top-0 flex h-dvh flex-col overflow-y-auto pt-4.5 pb-6',
            shown ? 'px-3' : 'px-1.5',
          )}
        >
          <div className="flex h-10 shrink-0 items-center justify-between ps-2">
            {shown && <h2 className="font-head">{t('library:dam.folders')}</h2>}
            <IconButton
              label={shown ? t('library:dam.hideTree') : t('library:dam.showTree')}
              onPress={() => setShown(!shown)}
              className={cx(!shown && '-ms-1.5')}
            >
              <SidebarSimple size={16} className="rtl:-scale-x-100" />
            </IconButton>
          </div>
          {shown && (
            <Suspense fallback={<TreeSkeleton />}>
              <FolderTree current={current} />
              <div className="mt-auto pt-6">
                <StorageMeter />
              </div>
            </Suspense>
          )}
        </div>
      </aside>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}

function TreeSkeleton() {
  return (
    <div aria-hidden className="flex flex-col gap-4 ps-8 pt-2">
      <Skeleton className="h-2.5 w-3/5" />
      <Skeleton className="h-2.5 w-4/5" />
      <Skeleton className="h-2.5 w-2/5" />
    </div>
  )
}
