// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"strings"
	"syscall"

	"github.com/false-consensus/fcb/bench/api"
)

// fault names why no reply began. Without a connection nothing was sent; with
// one, anything may have happened on the other side.
func (a *attempts) fault(err error) *api.Fault {
	words := a.words(err)
	if a.connected.Load() {
		switch {
		case isTimeout(err):
			return &api.Fault{Kind: api.FaultTimeout, Message: fmt.Sprintf("no answer within %s", a.http.opts.Timeout)}
		case a.limit.parent.Err() != nil:
			return &api.Fault{Kind: api.FaultInterrupted, Message: "interrupted while waiting for the answer"}
		}
		return &api.Fault{Kind: api.FaultReset, Message: "connection lost before an answer: " + words}
	}
	var (
		dns      *net.DNSError
		op       *net.OpError
		record   tls.RecordHeaderError
		verify   *tls.CertificateVerificationError
		unknown  x509.UnknownAuthorityError
		hostname x509.HostnameError
		invalid  x509.CertificateInvalidError
	)
	kind, message := api.FaultConnect, "could not connect: "+words
	switch {
	case errors.As(err, &op) && op.Op == "proxyconnect", strings.Contains(words, "proxyconnect"):
		kind, message = api.FaultProxy, "could not connect through the proxy: "+words
	case errors.As(err, &dns):
		kind, message = api.FaultDNS, "the host name could not be looked up: "+words
	case errors.Is(err, syscall.ECONNREFUSED):
		kind, message = api.FaultRefused, "connection refused: "+words
	case errors.As(err, &verify), errors.As(err, &unknown), errors.As(err, &hostname), errors.As(err, &invalid):
		kind, message = api.FaultCertificate, "the server's certificate was not accepted: "+words+issuer(verify)
	case errors.As(err, &record), strings.Contains(words, "tls:"), strings.Contains(words, "TLS"), strings.Contains(words, "HTTPS client"):
		kind, message = api.FaultTLS, "no TLS connection: "+words
	case isTimeout(err):
		message = fmt.Sprintf("could not connect within %s", a.http.opts.Timeout)
	}
	return &api.Fault{Kind: kind, Message: message}
}

func issuer(v *tls.CertificateVerificationError) string {
	if v == nil || len(v.UnverifiedCertificates) == 0 {
		return ""
	}
	return fmt.Sprintf(" (issued by %s)", v.UnverifiedCertificates[0].Issuer)
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}
