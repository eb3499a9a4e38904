import { prospectsApi, prospectsChanged, prospectUpdated } from '#features/outreach/contract.ts';
import { outreachEmailApi, outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import { prospectImportApi, prospectImportChanged } from '#features/outreach/import-contract.ts';
import { sequenceApi, sequencesChanged } from '#features/outreach/sequence-contract.ts';
import {
  outreachHealthApi,
  outreachSettingsApi,
  outreachSettingsChanged,
} from '#features/outreach/settings-contract.ts';
import { unsubscribeApi } from '#features/outreach/unsubscribe-contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { changeMany, undoMany } from './change-many.ts';
import { generateEmail } from './emails/generate-email.ts';
import { holdChanged } from './emails/hold-changed.ts';
import { listEmails } from './emails/list-emails.ts';
import { onMail } from './emails/on-mail.ts';
import { sendAgain } from './emails/send-again.ts';
import { sendEmail } from './emails/send-email.ts';
import { undoEmail } from './emails/take-back.ts';
import { actUnsubscribe, openUnsubscribe } from './emails/unsubscribe.ts';
import { exportCsv } from './export-csv.ts';
import { exportEvidence } from './export-evidence.ts';
import { watchBounces } from './health/bounces.ts';
import { checkHealth, readHealth } from './health/health.ts';
import { correctCell } from './importing/correct-cell.ts';
import { importCsv, importCsvConfirm } from './importing/import-csv.ts';
import { mapColumns } from './importing/map-columns.ts';
import { cancelImport, runImport, startImport } from './importing/run-import.ts';
import { settleImports } from './importing/settle-imports.ts';
import { downloadRejected, listImportRows, listImports, readImport } from './importing/show-imports.ts';
import { undoImport } from './importing/undo-import.ts';
import { uploadImport } from './importing/upload-import.ts';
import { onArrival } from './incoming/on-arrival.ts';
import { onMessage } from './incoming/on-message.ts';
import { listProspects, readProspectOverview } from './list-prospects.ts';
import { readProspect } from './read-prospect.ts';
import { removeMany, removeProspect } from './remove-prospects.ts';
import {
  outreachEmails,
  outreachEnrolments,
  outreachHours,
  outreachSequences,
  outreachSettings,
} from './sending-tables.ts';
import { changeEnrolment } from './sequences/change-enrolment.ts';
import {
  createSequence,
  listSequences,
  previewSequence,
  removeSequence,
  setSequenceState,
  updateSequence,
} from './sequences/change-sequence.ts';
import { approveDraft, changeDraft, discardDraft, listDrafts } from './sequences/drafts.ts';
import { enrol, planEnrolment, undoEnrol } from './sequences/enrol.ts';
import { holdStep } from './sequences/hold-step.ts';
import { enrolmentsOfProspect, listEnrolments } from './sequences/list-enrolments.ts';
import { runSequences } from './sequences/scheduler.ts';
import { holdPaused, pause, resume } from './settings/pause.ts';
import { readSettings, updateSettings } from './settings/settings.ts';
import { prospectActivity, prospectImports, prospects } from './tables.ts';
import { createProspect, updateProspect } from './write-prospect.ts';

export const outreach: Feature = {
  name: 'outreach',
  routes: [
    ...handlers(prospectsApi, {
      list: listProspects,
      overview: readProspectOverview,
      read: readProspect,
      create: createProspect,
      update: updateProspect,
      remove: removeProspect,
      changeMany,
      undoMany,
      removeMany,
      exportCsv,
      exportEvidence,
    }),
    ...handlers(prospectImportApi, {
      importCsv,
      importCsvConfirm,
      upload: uploadImport,
      list: listImports,
      read: readImport,
      map: mapColumns,
      correct: correctCell,
      rows: listImportRows,
      start: startImport,
      cancel: cancelImport,
      undo: undoImport,
      rejected: downloadRejected,
    }),
    ...handlers(outreachEmailApi, {
      generate: generateEmail,
      send: sendEmail,
      list: listEmails,
      undo: undoEmail,
      sendAgain,
      drafts: listDrafts,
      changeDraft,
      approveDraft,
      discardDraft,
    }),
    ...handlers(unsubscribeApi, { open: openUnsubscribe, act: actUnsubscribe }),
    ...handlers(outreachSettingsApi, { read: readSettings, update: updateSettings, pause, resume }),
    ...handlers(outreachHealthApi, { health: readHealth, checkHealth }),
    ...handlers(sequenceApi, {
      list: listSequences,
      create: createSequence,
      update: updateSequence,
      setState: setSequenceState,
      remove: removeSequence,
      preview: previewSequence,
      plan: planEnrolment,
      enrol,
      undoEnrol,
      enrolments: listEnrolments,
      ofProspect: enrolmentsOfProspect,
      changeEnrolment,
    }),
  ],
  jobs: [runImport, settleImports, watchBounces],
  events: [
    prospectUpdated,
    prospectsChanged,
    prospectImportChanged,
    outreachEmailsChanged,
    outreachSettingsChanged,
    sequencesChanged,
  ],
  browsable: [
    browsable(prospects, [
      'id',
      'business_name',
      'address',
      'contact_email',
      'contact_phone',
      'industry',
      'summary',
      'notes',
      'status',
      'last_contacted_at',
      'consent_basis',
      'consent_source',
      'consent_at',
      'created_by',
      'created_at',
      'updated_at',
    ]),
    browsable(outreachEmails, [
      'id',
      'prospect_id',
      'state',
      'reason',
      'recipient',
      'subject',
      'content',
      'engine',
      'consent_basis',
      'step',
      'created_by',
      'created_at',
      'sent_at',
    ]),
  ],
  exportable: [
    exportable(prospects),
    exportable(prospectActivity),
    exportable(prospectImports),
    exportable(outreachEmails),
    exportable(outreachSequences),
    exportable(outreachEnrolments),
    exportable(outreachSettings),
    exportable(outreachHours),
  ],
  onArrival,
  onMessage,
  onMail,
  beforeMail: async (context, tx, mail) =>
    (await holdPaused(context, tx, mail)) ??
    (await holdChanged(context, tx, mail)) ??
    (await holdStep(context, tx, mail)),
  background: runSequences,
};
