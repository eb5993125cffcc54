import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Page } from '../../../ui/page'
import { TabLink, TabLinks } from '../../../ui/tab-links'
import { NoAccess, useWorkspace } from '../../identity'
import { useLiveTail } from '../live'
import { type RecordTab, recordTabs } from '../search'
import { AuditRecords } from './audit-records'
import { EventRecords } from './event-records'
import { ExportMenu } from './export-menu'
import { LogRecords } from './log-records'
import { RecordTools } from './record-tools'
import { RecordVolume } from './record-volume'

const route = getRouteApi('/$environmentId/events-logs')
const records = { events: EventRecords, logs: LogRecords, audit: AuditRecords }

/** Events, API requests and the audit trail. */
export function EventsLogsScreen() {
  const t = useText()
  const { environment, can, canInOrganization } = useWorkspace()
  // The audit trail belongs to the organization.
  const may: Readonly<Record<RecordTab, boolean>> = {
    events: can(['Events and Logs', 'Event', 'read']),
    logs: can(['Events and Logs', 'Log', 'read']),
    audit: canInOrganization(['Events and Logs', 'Event', 'read']),
  }
  const { tab = recordTabs.find((each) => may[each]) ?? 'events' } = route.useSearch()
  const [live, setLive] = useState(true)
  useLiveTail(environment.id, tab, live && may[tab])
  const Records = records[tab]

  return (
    <Page
      title={t('activity:records.title')}
      beside={<span className="text-13 text-ink-3">{t(`activity:records.kept.${tab}`)}</span>}
      actions={tab !== 'audit' && may[tab] && <ExportMenu tab={tab} />}
    >
      <TabLinks label={t('activity:records.title')}>
        {recordTabs
          .filter((each) => may[each] || each === tab)
          .map((each) => (
            <TabLink
              key={each}
              from="/$environmentId/events-logs"
              search={{ tab: each }}
              activeOptions={{ exact: true }}
              aria-current={each === tab ? 'page' : undefined}
            >
              {t(`activity:records.tabs.${each}`)}
            </TabLink>
          ))}
      </TabLinks>
      {may[tab] ? (
        <>
          <RecordTools tab={tab} live={live} onLive={setLive} />
          {tab !== 'audit' && <RecordVolume key={tab} tab={tab} />}
          <Records />
        </>
      ) : (
        <div className="pt-10">
          <NoAccess
            what={t(`activity:records.tabs.${tab}`)}
            grantedIn={tab === 'audit' ? 'organization' : undefined}
          />
        </div>
      )}
    </Page>
  )
}
