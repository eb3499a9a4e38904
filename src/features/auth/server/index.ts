import { authApi } from '#features/auth/contract.ts';
import { memberApi, totpApi } from '#features/auth/totp-contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { config, endOwnSession, listSessions, logout, me } from './account.ts';
import { login } from './login.ts';
import {
  endMemberSessions,
  memberSessions,
  readMemberTotp,
  sendMemberResetLink,
  turnOffMemberTotp,
} from './members.ts';
import { changePassword, forgotPassword, resetPassword } from './password.ts';
import { replaySignup, signup } from './signup.ts';
import { signInRules } from './tables.ts';
import {
  changeSignInRules,
  confirmTotp,
  readSignInRules,
  readTotp,
  renewCodes,
  startTotp,
  turnOffTotp,
} from './totp.ts';

export const auth: Feature = {
  name: 'auth',
  routes: [
    ...handlers(authApi, {
      config,
      login,
      me,
      logout,
      forgotPassword,
      resetPassword,
      changePassword,
      listSessions,
      endSession: endOwnSession,
      signup: { handle: signup, replay: replaySignup, remember: ({ organization }) => ({ organization }) },
    }),
    ...handlers(totpApi, {
      read: readTotp,
      start: startTotp,
      confirm: confirmTotp,
      renewCodes,
      turnOff: turnOffTotp,
      readRules: readSignInRules,
      changeRules: changeSignInRules,
    }),
    ...handlers(memberApi, {
      sessions: memberSessions,
      endSessions: endMemberSessions,
      sendResetLink: sendMemberResetLink,
      readTotp: readMemberTotp,
      turnOffTotp: turnOffMemberTotp,
    }),
  ],
  jobs: [],
  events: [],
  browsable: [],
  exportable: [exportable(signInRules)],
};
