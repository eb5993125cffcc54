import { Plugs } from '@phosphor-icons/react/dist/csr/Plugs'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../../lib/i18n'
import { Breadcrumbs } from '../../../ui/breadcrumbs'
import { LinkButton } from '../../../ui/link-button'
import { ObjectScreen } from '../../../ui/object-screen'
import { Skeleton } from '../../../ui/skeleton'
import { State } from '../../../ui/state'
import { NoAccess, useRights, useWorkspace } from '../../identity'

interface EndScreenProps<End> {
  readonly end: 'input' | 'destination'
  readonly query: UseQueryResult<End>
  readonly children: (end: End) => ReactNode
}

/** The screen of an input or a destination, also while it loads or if it is gone. */
export function EndScreen<End>({ end, query, children }: EndScreenProps<End>) {
  const t = useText()
  const { environment } = useWorkspace()
  const rights = useRights('V-Connect', 'Connector')
  const place = end === 'input' ? 'page' : 'destination'
  return (
    <ObjectScreen
      title={t(`vconnect:${place}.title`)}
      query={query}
      noAccess={!rights.read && <NoAccess what={t('vconnect:title')} />}
      skeleton={<Skeleton className="mt-8 h-60 w-full" />}
      gone={
        <State
          icon={<Plugs size={20} />}
          title={t(`vconnect:${place}.gone`)}
          actions={
            <LinkButton
              variant="primary"
              to="/$environmentId/v-connect"
              params={{ environmentId: environment.id }}
            >
              {t('vconnect:page.back')}
            </LinkButton>
          }
        >
          {t('vconnect:page.goneWhy')}
        </State>
      }
      failed={t(`vconnect:${place}.failed`)}
      safe={t('ui:safe')}
    >
      {children}
    </ObjectScreen>
  )
}

/** The way back to the patch bay. */
export function BayCrumbs({ environmentId }: { readonly environmentId: string }) {
  const t = useText()
  return (
    <Breadcrumbs>
      <Link to="/$environmentId/v-connect" params={{ environmentId }} search={{}}>
        {t('vconnect:title')}
      </Link>
    </Breadcrumbs>
  )
}
