import { ApiError, call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { useMe } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Checkbox, PasswordField, SelectField, TextField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { newUser, organizationApi } from '../contract.ts';
import { roleNames, rolesToGive, roleTexts } from '../role-names.ts';

const { addUser, listUsers } = organizationApi.endpoints;

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const { user } = useMe();
  const form = useForm({
    initial: {
      firstName: '',
      lastName: '',
      email: '',
      password: '',
      role: 'user',
      mustChangeAtFirstSignIn: false,
    },
    check: (values) => Promise.resolve(issuesOf(newUser.safeParse(values))),
    submit: async (values) => {
      await call(addUser, { body: newUser.parse(values) });
      onClose();
      toast({ title: 'User added' });
      await refresh([listUsers]);
    },
    place: (error) =>
      error instanceof ApiError && error.code === 'email_taken'
        ? [{ path: 'email', message: error.message }]
        : [],
    failed: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The user was not added.'), tone: 'danger' }),
  });

  return (
    <FormDialog
      form={form}
      title="Add User"
      description="They sign in with this email and password."
      action="Add User"
      busy="Adding..."
      columns
      onClose={onClose}
    >
      <TextField {...form.field('firstName')} label="First Name" dir="auto" autoComplete="off" />
      <TextField {...form.field('lastName')} label="Last Name" dir="auto" autoComplete="off" />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="off"
        className="sm:col-span-2"
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        hint="At least 8 characters"
        autoComplete="new-password"
      />
      <SelectField
        {...form.field('role')}
        label="Role"
        options={rolesToGive(user.role).map((role) => ({
          value: role,
          label: `${roleNames[role]} (${roleTexts[role].toLowerCase()})`,
        }))}
      />
      <Checkbox
        {...form.tick('mustChangeAtFirstSignIn')}
        label="Must change the password at first sign-in"
        className="sm:col-span-2"
      />
    </FormDialog>
  );
}
