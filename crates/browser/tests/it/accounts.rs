//! Getting into an account: with a passkey, and without the password.

use shangrila_browser::{Page, Result, Visit, visit};
use shangrila_server::HostCommands;

use crate::driver::go;
use crate::online::write;

const PASSWORD: &str = "seven silver bells";

/// Creates an account on the account page.
pub(crate) async fn sign_up(page: &Page, name: &str) -> Result<()> {
    write(page, "#sign-up-name", name).await?;
    write(page, "#sign-up-password", PASSWORD).await?;
    page.click("[data-do=sign-up]").await?;
    page.wait_for_text("[data-me]", name).await
}

async fn sign_out(page: &Page) -> Result<()> {
    page.click("[data-do=sign-out]").await?;
    page.wait_for("[data-do=sign-in]").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_signs_in_without_a_name_or_password() {
    visit(Visit::desktop().reduced_motion().by_name().at("#/account"), async |page| {
        page.add_authenticator().await?;
        sign_up(page, "Ada").await?;
        write(page, "#passkey-name", "Laptop").await?;
        write(page, "#passkey-password", PASSWORD).await?;
        page.click("[data-do=add-passkey]").await?;
        page.wait_for_text("[data-passkey=Laptop]", "Added").await?;
        page.click("[data-passkey=Laptop] [data-do=rename-passkey]").await?;
        write(page, "#rename-passkey", " 2").await?;
        page.click("[data-do=rename-passkey-yes]").await?;
        page.wait_for("[data-passkey='Laptop 2']").await?;
        sign_out(page).await?;
        page.click("[data-do=sign-in-passkey]").await?;
        page.wait_for_text("[data-me]", "Ada").await?;
        page.wait_for_text("[data-passkey='Laptop 2']", "Last used").await?;
        // Removed, it is worth nothing, although the authenticator still has it. The browser reports the refusal, too.
        page.click("[data-do=remove-passkey]").await?;
        page.wait_until_gone("[data-passkey]").await?;
        sign_out(page).await?;
        page.click("[data-do=sign-in-passkey]").await?;
        page.wait_for_text(".problem", "passkey").await?;
        let complaints = page.take_complaints();
        assert!(complaints.iter().all(|complaint| complaint.contains("api/session/passkey")), "{complaints:?}");
        Ok(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn someone_who_has_lost_the_password_gets_back_in_with_a_recovery_code() {
    visit(Visit::desktop().reduced_motion().at("#/account"), async |page| {
        sign_up(page, "Ada").await?;
        assert_eq!(page.count("[data-do=add-passkey]").await?, 0, "there are no passkeys at an address without a name");
        write(page, "#codes-password", PASSWORD).await?;
        page.click("[data-do=new-codes]").await?;
        page.wait_for_text("[data-codes-left]", "10 codes left").await?;
        let codes = page.text("[data-codes]").await?;
        let code = codes.lines().next().ok_or("no codes")?.to_string();
        sign_out(page).await?;
        page.click("[data-do=forgotten]").await?;
        write(page, "#code-name", "Ada").await?;
        write(page, "#recovery-code", &code).await?;
        write(page, "#code-password", "nine golden gongs").await?;
        page.click("[data-do=recover]").await?;
        page.wait_for_text("[data-me]", "Ada").await?;
        page.wait_for_text("[data-codes-left]", "9 codes left").await?;
        // From now on, the new password is the right one.
        sign_out(page).await?;
        write(page, "#sign-in-name", "Ada").await?;
        write(page, "#sign-in-password", "nine golden gongs").await?;
        page.click("[data-do=sign-in]").await?;
        page.wait_for_text("[data-me]", "Ada").await
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reset_link_sets_a_new_password_and_signs_in() {
    visit(Visit::desktop().reduced_motion().at("#/account"), async |page| {
        sign_up(page, "Ada").await?;
        sign_out(page).await?;
        let host = HostCommands::open(&page.database()).await.map_err(|error| error.to_string())?;
        let token = host.reset_link("Ada", "").await.map_err(|error| error.to_string())?;
        host.close().await;
        go(page, &format!("#/new-password/{token}")).await?;
        write(page, "#reset-password", "nine golden gongs").await?;
        page.click("[data-do=reset]").await?;
        page.wait_for_text("[data-me]", "Ada").await
    })
    .await;
}
