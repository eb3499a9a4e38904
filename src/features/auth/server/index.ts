import { authApi } from '#features/auth/contract.ts';
import type { Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { config, endOwnSession, listSessions, logout, me } from './account.ts';
import { login } from './login.ts';
import { changePassword, forgotPassword, resetPassword } from './password.ts';
import { replaySignup, signup } from './signup.ts';

export const auth: Feature = {
  name: 'auth',
  routes: handlers(authApi, {
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
  jobs: [],
  events: [],
  browsable: [],
  exportable: [],
};
