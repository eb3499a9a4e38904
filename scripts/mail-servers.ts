/** The real mail servers of the tests, for the scripts. */
export {
  startMailServers,
  type TestMailServers,
  type TestMailUser,
} from '../src/server/testing/mail-servers.ts';
