import { CheckCircle } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { PagedList } from '../../../ui/paged-list'
import { State } from '../../../ui/state'
import { stepsOf } from '../../../ui/steps'
import { toast } from '../../../ui/toast-store'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useWorkspace } from '../../identity'
import { useDeadLetterColumns } from './dead-letter-columns'
import { DeadLetterDrawer } from './dead-letter-drawer'
import { deadLettersQuery, useRetryDeadLetters } from './queries'

const route = getRouteApi('/$environmentId/administration/failed-events')

/** Events that a part of Kinora could not handle, for administrators of the installation. */
export function DeadLettersScreen() {
  const t = useText()
  const { user } = useWorkspace()
  const { page, open } = route.useSearch()
  const navigate = route.useNavigate()
  // The address is open to everyone, but only administrators may fetch the list.
  const list = useQuery({ ...deadLettersQuery(page), enabled: user.isAdmin })
  const retryAll = useRetryDeadLetters()
  const failed = useProblemToast(t('activity:deadLetters.notRetried'))
  const columns = useDeadLetterColumns()
  const show = (id: string) =>
    void navigate({ search: (old) => ({ ...old, open: id }), replace: id === '' || open !== '' })
  const steps = stepsOf(list.data?.items ?? [], open, ({ id }) => show(id))
  const total = list.data?.totalItems ?? 0
  return (
    <>
      {total > 0 && (
        <div className="flex items-center justify-between gap-4 py-3 max-sm:flex-wrap">
          <p className="text-13 text-ink-2">{t('activity:deadLetters.about')}</p>
          <Button
            busy={retryAll.isPending}
            onPress={() =>
              retryAll.mutate(undefined, {
                onSuccess: ({ retried }) =>
                  toast({ text: t('activity:deadLetters.allRetried', { count: retried }), tone: 'good' }),
                onError: failed,
              })
            }
          >
            {t('activity:deadLetters.retryAll')}
          </Button>
        </div>
      )}
      <PagedList
        label={t('activity:deadLetters.title')}
        list={list}
        columns={columns}
        rowName={({ eventType }) => eventType}
        onOpen={({ id }) => show(id)}
        open={{ key: open, onClose: () => show('') }}
        page={page}
        onPage={(to, replace) => void navigate({ search: (old) => ({ ...old, page: to }), replace })}
        failed={t('activity:deadLetters.failed')}
        empty={
          <div className="pt-8">
            <State icon={<CheckCircle size={20} />} title={t('activity:deadLetters.none')}>
              {t('activity:deadLetters.noneAbout')}
            </State>
          </div>
        }
      />
      {open !== '' && <DeadLetterDrawer id={open} steps={steps} onClose={() => show('')} />}
    </>
  )
}
