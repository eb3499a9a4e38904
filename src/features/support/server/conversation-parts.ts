import {
  conversationApi,
  conversationEvent,
  conversationTyping,
  conversationWaiting,
} from '#features/support/conversation-contract.ts';
import { supportSettingsApi, widgetApi } from '#features/support/widget-contract.ts';
import { browsable, exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { alertHandOff } from './alert-hand-off.ts';
import { onAnswerMail } from './answer-mails.ts';
import { addCannedReply, changeCannedReply, listCannedReplies, removeCannedReply } from './canned-replies.ts';
import { readCitedArticle } from './cited-article.ts';
import { makeLead } from './conversation-lead.ts';
import {
  cannedReplies,
  conversationMessages,
  conversationNotes,
  conversations,
  supportSettings,
} from './conversation-tables.ts';
import { countConversations, listConversations, readConversation } from './inbox.ts';
import { addNote, markConversationRead, removeConversation, showTyping } from './inbox-upkeep.ts';
import { closeConversation, giveBack, sendMessage, takeOver } from './inbox-work.ts';
import { mailAnswer } from './mail-answer.ts';
import { remindOwner } from './remind-owner.ts';
import { sendAnswerAgain } from './send-answer-again.ts';
import { startConversation } from './start-conversation.ts';
import { readSupportSettings, updateSupportSettings } from './support-settings.ts';
import { takeDueTurns } from './turn-keeper.ts';
import {
  askForPerson,
  leaveContact,
  rateConversation,
  resumeConversation,
  writeMessage,
} from './visitor-calls.ts';
import { visitorDoor } from './visitor-socket.ts';
import { widgetConfig } from './widget-door.ts';

type Parts =
  | 'routes'
  | 'jobs'
  | 'events'
  | 'browsable'
  | 'exportable'
  | 'background'
  | 'guests'
  | 'onMail'
  | 'pages';

/** What conversations with visitors bring to the feature. */
export const conversationParts: Required<Pick<Feature, Parts>> = {
  routes: [
    ...handlers(conversationApi, {
      list: listConversations,
      counts: countConversations,
      read: readConversation,
      takeOver,
      giveBack,
      close: closeConversation,
      send: sendMessage,
      sendAgain: sendAnswerAgain,
      addNote,
      markRead: markConversationRead,
      typing: showTyping,
      remove: removeConversation,
      listCanned: listCannedReplies,
      addCanned: addCannedReply,
      changeCanned: changeCannedReply,
      removeCanned: removeCannedReply,
    }),
    ...handlers(supportSettingsApi, { read: readSupportSettings, update: updateSupportSettings }),
    ...handlers(widgetApi, {
      config: widgetConfig,
      start: startConversation,
      resume: resumeConversation,
      write: writeMessage,
      askPerson: askForPerson,
      leaveContact,
      rate: rateConversation,
      article: readCitedArticle,
    }),
  ],
  jobs: [alertHandOff, makeLead, mailAnswer, remindOwner],
  events: [conversationEvent, conversationWaiting, conversationTyping],
  browsable: [
    browsable(conversations, [
      'id',
      'state',
      'owner',
      'visitor_name',
      'visitor_email',
      'language',
      'page',
      'subject',
      'handoff_reason',
      'rating',
      'created_at',
      'updated_at',
    ]),
    browsable(conversationMessages, ['conversation_id', 'seq', 'sender', 'author', 'text', 'action', 'at']),
  ],
  exportable: [
    exportable(conversations, ['token_hash']),
    exportable(conversationMessages),
    exportable(conversationNotes),
    exportable(cannedReplies),
    exportable(supportSettings),
  ],
  background: takeDueTurns,
  guests: [visitorDoor],
  onMail: onAnswerMail,
  pages: [
    {
      path: '/widget-demo',
      type: 'text/html; charset=utf-8',
      changesOn: null,
      write: ({ template }) => template('features/support/widget-demo.html'),
    },
  ],
};
